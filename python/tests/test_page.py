"""Pages and frames: that any text comes through, and what a page asks for."""

import base64
import gzip
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import attention_playground as ap
from attention_playground import defaults, page, static_files

from .support import begun_with, document_of, needs_build
from .test_labels import ODD

URL = 'https://example.org/attention-playground.single.js'


def odd_view(**more):
    return ap.show(np.eye(len(ODD)), ODD, title='</title><script>"\'&\ud83d', **more)


@needs_build
class Document(unittest.TestCase):
    def test_any_text_comes_through(self):
        view = odd_view()
        document = document_of(view._repr_html_())
        self.assertEqual(document, view.html())
        begin = begun_with(document)
        self.assertEqual(begin['tag'], 'attention-trace')
        self.assertEqual(begin['attributes'], view.page.attributes)
        self.assertEqual(begin['properties'], view.page.properties)
        self.assertEqual(begin['properties']['tokens'], ODD)
        title = '&lt;/title&gt;&lt;script&gt;&quot;&#x27;&amp;\ufffd'
        self.assertIn(f'<title>{title}</title>', document)

    def test_scripts_end_where_they_should(self):
        document = odd_view().html()
        self.assertEqual(document.count('</script>'), document.count('<script'))
        self.assertEqual(document.count('<!--'), 0)
        begin = document[document.index('\nbegin(') : document.index(');\n</script>')]
        self.assertTrue(begin.isascii())
        self.assertNotIn('<', begin)

    def test_the_script_of_the_page_is_packed_in_it(self):
        packed = re.search(r'id="packed">([^<]*)<', odd_view().html())[1]
        script = gzip.decompress(base64.b64decode(packed)).decode('utf-8')
        self.assertEqual(script, static_files.read(static_files.SINGLE))

    def test_a_page_asks_for_no_other_file(self):
        document = odd_view().html()
        self.assertEqual(re.findall(r'<[^>]*\s(?:src|href)=', document), [])

    def test_it_is_written_into_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = odd_view().save(f'{folder}/page.html')
            self.assertIsInstance(path, Path)
            self.assertEqual(path.read_bytes().decode('utf-8'), odd_view().html())

    def test_the_language_is_the_pages(self):
        self.assertIn('<html lang="zh-CN">', odd_view(lang='zh').html())
        self.assertIn('注意力权重 [2, 2]。图由脚本绘制', ap.show(np.eye(2), lang='zh').html())


@needs_build
class Frame(unittest.TestCase):
    def test_a_frame_reaches_nothing_around_it(self):
        sandbox = re.search(r'sandbox="([^"]*)"', odd_view()._repr_html_())[1].split()
        self.assertIn('allow-scripts', sandbox)
        self.assertIn('allow-downloads', sandbox)
        self.assertNotIn('allow-same-origin', sandbox)
        self.assertNotIn('allow-top-navigation', sandbox)

    def test_what_would_be_seen_is_said_where_there_is_no_frame(self):
        frame = ap.show(np.eye(2))._repr_html_()
        words = 'Attention weights [2, 2]. It is drawn by a script'
        self.assertRegex(frame, rf'>{re.escape(words)}[^<]*</iframe>')

    def test_a_height_of_ones_own_brings_no_script(self):
        frame = ap.show(np.eye(2), height=99)._repr_html_()
        self.assertIn('block-size: 99px', frame)
        self.assertTrue(frame.endswith('</iframe>'))
        self.assertTrue(ap.show(np.eye(2))._repr_html_().endswith('</script>'))


class Address(unittest.TestCase):
    def tearDown(self):
        ap.set_script(None)

    def test_an_address_makes_outputs_small(self):
        ap.set_script(URL, 'sha384-abc')
        frame = odd_view()._repr_html_()
        self.assertLess(len(frame), 10_000)
        self.assertIn(
            f'<script src="{URL}" integrity="sha384-abc" crossorigin="anonymous"></script>',
            document_of(frame),
        )

    @needs_build
    def test_a_file_that_is_saved_has_the_script_in_it(self):
        ap.set_script(URL)
        self.assertNotIn(URL, odd_view().html())
        ap.set_script(None)
        self.assertNotIn(URL, odd_view()._repr_html_())

    def test_what_is_no_address_is_refused(self):
        for url in ('single.js', 5, 'javascript:alert(1)', ''):
            with self.assertRaisesRegex(ValueError, '^url is'):
                ap.set_script(url)
        with self.assertRaisesRegex(ValueError, 'integrity is given without'):
            ap.set_script(None, 'sha384-abc')

    def test_an_address_is_text_in_the_page(self):
        odd = defaults.Script('https://example.org/"><script>')
        document = page.document(odd_view().page, odd)
        self.assertIn('src="https://example.org/&quot;&gt;&lt;script&gt;"', document)


class WithoutBuild(unittest.TestCase):
    def test_it_says_what_to_run(self):
        with mock.patch.object(static_files, 'STATIC', Path('/nowhere')):
            static_files.packed.cache_clear()
            for show in (odd_view()._repr_html_, odd_view().html, ap.playground):
                call = (lambda: show('x')) if show is ap.playground else show
                with self.assertRaisesRegex(RuntimeError, 'npm run build.*pip install ./python'):
                    call()
        static_files.packed.cache_clear()
