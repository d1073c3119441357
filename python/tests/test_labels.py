"""Tokens: labels of queries and keys."""

import unittest

import numpy as np

import attention_playground as ap

ODD = ['"', "'", '</script>', '<!--', '&amp;', '\u2028', '\ud83d', '']
ODD += ['👩‍👩‍👧', '猫', 'مرحبا', 'x' * 500]


def labels(weights, tokens=None, **more):
    properties = ap.show(weights, tokens, **more).page.properties
    return properties.get('tokens'), properties.get('keyTokens')


class Labels(unittest.TestCase):
    def test_texts_are_kept_as_they_are(self):
        square = np.ones((len(ODD), len(ODD)))
        for given in (ODD, tuple(ODD), iter(ODD), [ODD]):
            self.assertEqual(labels(square, given), (ODD, None))
        self.assertEqual(labels(np.ones((2, 2)), np.array(['a', 'b'])), (['a', 'b'], None))

    def test_without_tokens_there_are_none(self):
        self.assertEqual(labels(np.ones((2, 3))), (None, None))

    def test_a_batch_has_a_list_for_each_or_one_for_all(self):
        batch = np.ones((2, 1, 2, 2))
        self.assertEqual(labels(batch, ['a', 'b'])[0], [['a', 'b'], ['a', 'b']])
        self.assertEqual(labels(batch, [['a', 'b'], ['c', 'd']])[0], [['a', 'b'], ['c', 'd']])
        with self.assertRaisesRegex(ValueError, 'tokens has 1 lists for a batch of 2'):
            labels(batch, [['a', 'b']])

    def test_keys_that_are_not_the_queries_have_labels_of_their_own(self):
        wide = np.ones((2, 3))
        found = labels(wide, ['a', 'b'], key_tokens=list('xyz'))
        self.assertEqual(found, (['a', 'b'], list('xyz')))
        with self.assertRaisesRegex(ValueError, 'key_tokens is needed, too, for the 3 keys'):
            labels(wide, ['a', 'b'])
        with self.assertRaisesRegex(ValueError, 'key_tokens has 2 tokens for an axis of 3'):
            labels(wide, ['a', 'b'], key_tokens=['x', 'y'])

    def test_what_is_no_list_of_texts_is_refused(self):
        for wrong, words in (
            ('ab', 'tokens is one text'),
            ([1, 2], r'tokens\[0\] is 1 \(int\)'),
            (5, 'tokens is int; a list of tokens'),
            ([['a', 2]], r'tokens\[0\]\[1\] is 2'),
        ):
            with self.subTest(words), self.assertRaisesRegex(TypeError, words):
                labels(np.ones((2, 2)), wrong)
        with self.assertRaisesRegex(ValueError, 'tokens has 3 tokens for an axis of 2'):
            labels(np.ones((2, 2)), list('abc'))
