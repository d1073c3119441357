"""Widgets, with modules in the place of anywidget and traitlets, which need not be here."""

import sys
import types
import unittest
from unittest import mock

import numpy as np

import attention_playground as ap
from attention_playground import static_files, widget


class Trait:
    def __init__(self, default_value=None, allow_none=False):
        self.default, self.synced = default_value, False

    def tag(self, sync):
        self.synced = sync
        return self


class AnyWidget:
    def __init__(self, **values):
        self.traits = {n: t for n, t in vars(type(self)).items() if isinstance(t, Trait)}
        assert set(values) <= set(self.traits), values
        for name, trait in self.traits.items():
            setattr(self, name, values.get(name, trait.default))


def module(name, **members):
    made = types.ModuleType(name)
    vars(made).update(members)
    return made


STAND_INS = {
    'anywidget': module('anywidget', AnyWidget=AnyWidget),
    'traitlets': module('traitlets', Dict=Trait, List=Trait, Unicode=Trait, Int=Trait),
}


class Widget(unittest.TestCase):
    def setUp(self):
        widget.widget_class.cache_clear()
        self.addCleanup(widget.widget_class.cache_clear)

    def made(self, view):
        script = mock.patch.object(static_files, 'read', lambda name: f'text of {name}')
        with mock.patch.dict(sys.modules, STAND_INS), script:
            return view.widget()

    def test_it_has_what_the_page_has(self):
        view = ap.show(np.ones((2, 1, 3)), ['a'], key_tokens=list('xyz'), head=1, lang='zh')
        made = self.made(view)
        self.assertEqual(made._esm, 'text of attention-playground.widget.js')
        self.assertEqual(made.source, view.page.properties['source'])
        self.assertEqual((made.tokens, made.key_tokens), (['a'], ['x', 'y', 'z']))
        self.assertEqual((made.step, made.head, made.lang), ('weights', 1, 'zh'))
        self.assertTrue(all(trait.synced for trait in made.traits.values()))

    def test_a_playground_has_settings_and_no_source(self):
        with mock.patch.object(static_files, 'read', lambda name: '["sentence", "heads"]'):
            view = ap.playground('The cat', heads=2)
        made = self.made(view)
        self.assertEqual(made.settings, {'sentence': 'The cat', 'heads': '2'})
        self.assertIsNone(made.source)
        self.assertEqual(made.lang, 'en')

    def test_without_anywidget_it_says_what_to_install(self):
        with mock.patch.dict(sys.modules, {'anywidget': None}):
            with self.assertRaisesRegex(ImportError, 'pip install anywidget'):
                ap.show(np.eye(2)).widget()
