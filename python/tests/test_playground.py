"""`playground`: settings as attributes."""

import unittest

import attention_playground as ap

from .support import needs_build


@needs_build
class Settings(unittest.TestCase):
    def test_settings_are_attributes(self):
        view = ap.playground(
            ['The cat sat', 'A dog'], d_model=16, mask='causal', bias=True, residual=False, d_k=None
        )
        self.assertEqual(view.page.tag, 'attention-playground')
        self.assertEqual(
            view.page.attributes,
            {
                'sentence': 'The cat sat\nA dog',
                'd-model': '16',
                'mask': 'causal',
                'bias': 'true',
                'residual': 'false',
                'lang': 'en',
                'loading': 'eager',
            },
        )

    def test_a_setting_that_there_is_none_of_is_named(self):
        with self.assertRaisesRegex(TypeError, 'no setting d_modle; is d_model meant?'):
            ap.playground(d_modle=8)
        with self.assertRaisesRegex(TypeError, 'no setting zzzzzz.'):
            ap.playground(zzzzzz=8)

    def test_values_are_texts_numbers_and_switches(self):
        for wrong in ({'heads': [1]}, {'sentence': ['a\nb']}, {'sentence': [1]}):
            with self.assertRaises(TypeError):
                ap.playground(**wrong)

    def test_a_trained_model_is_in_the_page(self):
        name = 'data-attention-playground-file="{}.safetensors"'
        self.assertIn(name.format('referent-emergent'), ap.playground().html())
        self.assertIn(name.format('ring'), ap.playground(parameters='ring').html())
        for none in ('random', '../version', 'x/ring'):
            page = ap.playground(parameters=none).html()
            self.assertNotIn('data-attention-playground-file=', page)
