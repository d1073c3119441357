"""`trace`: arguments of scaled_dot_product_attention."""

import unittest

import numpy as np

import attention_playground as ap

from .support import TorchLike, source_of

RANDOM = np.random.default_rng(5)


def tensor(*shape):
    return RANDOM.normal(size=shape).astype(np.float32)


class Tensors(unittest.TestCase):
    def test_what_is_given_is_passed_on(self):
        for lead in ((), (2,), (2, 3)):
            q, k, v = tensor(*lead, 4, 5), tensor(*lead, 6, 5), tensor(*lead, 6, 7)
            source = source_of(ap.trace(q, k, v, scale=0.5))
            self.assertEqual(source.pop('scale'), 0.5)
            for name, given in {'query': q, 'key': k, 'value': v}.items():
                np.testing.assert_array_equal(source.pop(name), given)
            self.assertEqual(source, {})

    def test_the_key_is_the_query_by_default_and_the_value_the_key(self):
        q, k = tensor(3, 4), tensor(5, 4)
        source = source_of(ap.trace(q))
        np.testing.assert_array_equal(source['value'], q)
        np.testing.assert_array_equal(source_of(ap.trace(q, k))['value'], k)

    def test_shapes_that_do_not_fit_are_named(self):
        wrong = {
            'as many axes as the query, 2,': (tensor(3, 4), tensor(1, 3, 4)),
            'query and key must have the same width': (tensor(3, 4), tensor(3, 5)),
            'one value for each key': (tensor(3, 4), tensor(3, 4), tensor(2, 4)),
            'as many sentences': (tensor(2, 3, 4), tensor(1, 3, 4)),
            'as many heads; with enable_gqa=True': (tensor(1, 4, 3, 4), tensor(1, 2, 3, 4)),
            r'query has shape \[4\]': (tensor(4),),
        }
        for words, given in wrong.items():
            with self.subTest(words), self.assertRaisesRegex(ValueError, words):
                ap.trace(*given)

    def test_numbers_must_be_finite(self):
        for name in ('query', 'key', 'value'):
            tensors = {'query': tensor(2, 2), 'key': tensor(2, 2), 'value': tensor(2, 2)}
            tensors[name][1, 0] = np.nan
            with self.assertRaisesRegex(ValueError, rf'^{name}\[1, 0\] is nan'):
                ap.trace(**tensors)

    def test_too_many_scores_are_refused(self):
        with self.assertRaisesRegex(ValueError, 'at most 8388608'):
            ap.trace(np.ones((3000, 2)))


class Groups(unittest.TestCase):
    def test_heads_of_the_key_are_repeated_as_pytorch_does(self):
        q, k = tensor(2, 6, 3, 4), tensor(2, 2, 5, 4)
        source = source_of(ap.trace(q, k, enable_gqa=True))
        for head in range(6):
            np.testing.assert_array_equal(source['key'][:, head], k[:, head // 3])
            np.testing.assert_array_equal(source['value'][:, head], k[:, head // 3])

    def test_heads_must_divide(self):
        with self.assertRaisesRegex(ValueError, '4 heads of the key do not divide 6'):
            ap.trace(tensor(1, 6, 3, 4), tensor(1, 4, 3, 4), enable_gqa=True)


class Masks(unittest.TestCase):
    def masked(self, q, mask, **more):
        return source_of(ap.trace(q, attn_mask=mask, **more))['attnMask']

    def test_a_mask_has_the_axes_of_the_scores(self):
        cases = [
            ((3, 2), (3, 3), (3, 3)),
            ((3, 2), (3,), (1, 3)),
            ((4, 3, 2), (4, 3, 3), (4, 3, 3)),
            ((4, 3, 2), (3, 3), (1, 3, 3)),
            ((4, 3, 2), (4, 1, 3), (4, 1, 3)),
            ((4, 5, 3, 2), (5, 3, 3), (1, 5, 3, 3)),
            ((4, 5, 3, 2), (4, 1, 1, 3), (4, 1, 1, 3)),
        ]
        for shape, mask, expected in cases:
            for given in (RANDOM.random(mask) < 0.5, tensor(*mask)):
                found = self.masked(tensor(*shape), given)
                self.assertEqual(found.shape, expected)
                np.testing.assert_array_equal(found.reshape(mask), given)
                self.assertEqual(found.dtype, given.dtype)

    def test_never_is_minus_infinity(self):
        self.assertEqual(self.masked(tensor(1, 2), [[-np.inf]]).item(), -np.inf)

    def test_what_is_no_mask_is_refused(self):
        q = tensor(3, 2)
        for mask, error, words in (
            (np.ones((3, 3), int), TypeError, 'dtype int64; bool'),
            (TorchLike(np.ones((3, 3)), 'int64'), TypeError, 'dtype torch.int64; bool'),
            ([[np.nan] * 3] * 3, ValueError, 'NaN or'),
            ([[np.inf] * 3] * 3, ValueError, 'NaN or'),
            (np.ones((2, 3), bool), ValueError, 'does not broadcast'),
            (np.ones((1, 3, 3), bool), ValueError, 'does not broadcast'),
        ):
            with self.subTest(words), self.assertRaisesRegex(error, f'^attn_mask has .*{words}'):
                ap.trace(q, attn_mask=mask)

    def test_causal_and_a_mask_are_not_both_given(self):
        self.assertIs(source_of(ap.trace(tensor(3, 2), is_causal=True))['isCausal'], True)
        with self.assertRaisesRegex(ValueError, 'attn_mask and is_causal'):
            ap.trace(tensor(3, 2), attn_mask=np.ones((3, 3), bool), is_causal=True)

    def test_a_scale_is_a_finite_number(self):
        for scale, error in ((np.nan, ValueError), ('x', TypeError)):
            with self.assertRaisesRegex(error, '^scale is'):
                ap.trace(tensor(3, 2), scale=scale)
