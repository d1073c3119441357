"""`show`: weights as they are."""

import unittest

import numpy as np

import attention_playground as ap

from .support import TorchLike, source_of

TOKENS = ['The', 'cat', 'sat']


def weights(*shape):
    numbers = np.random.default_rng(sum(shape)).random(shape, dtype=np.float32)
    return numbers / numbers.sum(-1, keepdims=True)


class Shapes(unittest.TestCase):
    def test_weights_are_passed_on_as_they_are(self):
        for shape in ((3, 3), (4, 3, 3), (2, 4, 3, 3)):
            given = weights(*shape)
            np.testing.assert_array_equal(source_of(ap.show(given, TOKENS))['weights'], given)

    def test_nan_and_infinity_stay(self):
        given = np.array([[np.nan, 1], [np.inf, -np.inf]], np.float32)
        np.testing.assert_array_equal(source_of(ap.show(given))['weights'], given)

    def test_other_ranks_and_empty_axes_are_refused(self):
        for shape in ((3,), (), (0, 3), (1, 1, 1, 1, 1, 1)):
            with self.subTest(shape), self.assertRaisesRegex(ValueError, '^weights has shape'):
                ap.show(np.ones(shape))

    def test_values_have_as_many_axes_and_one_row_a_key(self):
        value = np.arange(8, dtype=np.float32).reshape(4, 2)
        view = ap.show(weights(3, 4), value=value)
        np.testing.assert_array_equal(source_of(view)['value'], value)
        for wrong in (value[:3], value[None], value[0]):
            with self.assertRaisesRegex(ValueError, '^value has shape'):
                ap.show(weights(3, 4), value=wrong)

    def test_too_many_numbers_are_refused(self):
        with self.assertRaisesRegex(ValueError, 'at most 8388608'):
            ap.show(np.ones((3000, 3000), np.float32))


class Layers(unittest.TestCase):
    layers = tuple(weights(1, 2, 3, 3) + i for i in range(4))

    def shown(self, given, **chosen):
        return source_of(ap.show(given, **chosen))['weights']

    def test_the_last_layer_is_shown_unless_one_is_chosen(self):
        stacked = np.stack(self.layers)
        for given in (self.layers, list(self.layers), stacked, TorchLike(stacked)):
            np.testing.assert_array_equal(self.shown(given), self.layers[3])
            np.testing.assert_array_equal(self.shown(given, layer=1), self.layers[1])
            np.testing.assert_array_equal(self.shown(given, layer=-3), self.layers[1])

    def test_layers_of_pytorch_are_taken(self):
        layers = tuple(TorchLike(one, 'bfloat16', 'cuda', True) for one in self.layers)
        np.testing.assert_array_equal(self.shown(layers, layer=0), self.layers[0])

    def test_a_list_of_heads_is_one_tensor(self):
        heads = [weights(3, 3), weights(3, 3) + 1]
        np.testing.assert_array_equal(self.shown(heads), np.stack(heads))

    def test_a_layer_that_is_not_there_is_refused(self):
        for layer in (4, -5):
            with self.assertRaisesRegex(ValueError, 'of 4 layers: 0 to 3'):
                ap.show(self.layers, layer=layer)
        with self.assertRaisesRegex(ValueError, 'weights are of one layer'):
            ap.show(weights(3, 3), layer=0)
        with self.assertRaisesRegex(TypeError, 'layer is 1.5'):
            ap.show(self.layers, layer=1.5)

    def test_a_model_without_weights_is_told_how_to_return_them(self):
        for given in ((None, None), (*self.layers[:3], None)):
            with self.assertRaisesRegex(ValueError, "is None.*attn_implementation='eager'"):
                ap.show(given)

    def test_what_generate_returns_has_steps_first(self):
        with self.assertRaisesRegex(ValueError, r'weights\[step\]'):
            ap.show((self.layers, self.layers))


class Sentences(unittest.TestCase):
    def test_one_sentence_of_a_batch_has_its_tokens_and_values(self):
        given, value = weights(2, 4, 3, 3), np.ones((2, 4, 3, 5)) * [[[[1]]], [[[2]]]]
        view = ap.show(given, [['a', 'b', 'c'], TOKENS], value=value, sentence=-1)
        np.testing.assert_array_equal(source_of(view)['weights'], given[1])
        self.assertEqual(source_of(view)['value'].max(), 2)
        self.assertEqual(view.page.properties['tokens'], TOKENS)

    def test_a_sentence_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(ValueError, 'sentence is 2, in a batch of 2'):
            ap.show(weights(2, 1, 3, 3), sentence=2)
        with self.assertRaisesRegex(ValueError, 'have no batch'):
            ap.show(weights(2, 3, 3), sentence=0)


class Options(unittest.TestCase):
    def test_a_head_is_one_of_those_there_are(self):
        self.assertEqual(ap.show(weights(2, 3, 3), head=1).page.attributes['head'], '1')
        for error, wrong in ((ValueError, (2, -1)), (TypeError, (True, '1'))):
            for head in wrong:
                with self.assertRaisesRegex(error, '^head is'):
                    ap.show(weights(2, 3, 3), head=head)

    def test_weights_are_drawn_in_one_of_three_ways(self):
        view = ap.show(weights(3, 3), weights_view='heads')
        self.assertEqual(view.page.attributes['weights-view'], 'heads')
        with self.assertRaisesRegex(ValueError, "^weights_view is 'lines'; one of"):
            ap.show(weights(3, 3), weights_view='lines')

    def test_languages_are_two(self):
        self.assertEqual(ap.show(weights(3, 3)).page.title, 'Attention weights')
        self.assertEqual(ap.show(weights(3, 3), lang='zh').page.title, '注意力权重')
        with self.assertRaisesRegex(ValueError, "lang is 'fr'"):
            ap.show(weights(3, 3), lang='fr')
        ap.set_language('zh')
        self.addCleanup(ap.set_language, 'en')
        self.assertEqual(ap.show(weights(3, 3)).page.attributes['lang'], 'zh')

    def test_a_height_is_kept_and_an_estimate_is_fitted(self):
        fixed, fitted = ap.show(weights(3, 3), height=99), ap.show(weights(3, 3))
        self.assertEqual((fixed.height, fixed.fitted, fitted.fitted), (99, False, True))
        with self.assertRaisesRegex(ValueError, '^height is 0'):
            ap.show(weights(3, 3), height=0)

    def test_a_view_is_short_in_text(self):
        self.assertEqual(repr(ap.show(weights(2, 3, 3))), '<View: Attention weights [2, 3, 3]>')
