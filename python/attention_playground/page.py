"""The page of a view: a whole HTML document, and a frame that has it in a notebook."""

import html
import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

from . import static_files
from .defaults import Script
from .texts import text

#: As an element of the package has them: `lang` of documents.
_HTML_LANG = {'en': 'en', 'zh': 'zh-CN'}

_STYLE = """:root { color-scheme: light dark; }
body { margin: 0; background: Canvas; color: CanvasText; font-family: system-ui, sans-serif; }
main { padding: 12px; max-width: 1400px; margin: 0 auto; --ap-window-height: 720px; }"""

# The script of the page is unpacked by the page; `element` is made when it is there.
_BEGIN = """const main = document.querySelector('main');
const say = (words) => { main.textContent = words; };
if (window.parent !== window) {
  new ResizeObserver(() => {
    const height = Math.ceil(main.getBoundingClientRect().height);
    window.parent.postMessage({ attentionPlayground: { height } }, '*');
  }).observe(main);
}
async function unpack() {
  const packed = document.getElementById('packed');
  if (!packed) return;
  const bytes = Uint8Array.from(atob(packed.textContent), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const script = document.createElement('script');
  script.textContent = await new Response(stream).text();
  document.head.append(script);
}
async function begin({ tag, attributes, properties, words }) {
  if (typeof DecompressionStream === 'undefined') return say(words.old);
  await unpack();
  if (!customElements.get(tag)) return say(words.missing);
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element, properties);
  main.append(element);
}"""

# All frames of a notebook have one listener, however many outputs bring it.
_LISTENER = """if (!window.attentionPlaygroundFrames) {
  window.attentionPlaygroundFrames = true;
  window.addEventListener('message', ({ source, data }) => {
    const height = data && data.attentionPlayground && data.attentionPlayground.height;
    if (!(height > 0)) return;
    for (const frame of document.querySelectorAll('iframe[data-attention-playground=fitted]'))
      if (frame.contentWindow === source) frame.style.blockSize = `${height}px`;
  });
}"""

# The frame has no origin of its own, and reaches nothing of the notebook around it: no
# `allow-same-origin`. Files are saved by a download; links of the figure open beside the notebook.
_SANDBOX = 'allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox'


@dataclass(frozen=True)
class Page:
    """What a page shows: an element with attributes (texts) and properties (as JSON)."""

    tag: str
    title: str
    #: What it shows, in words.
    subject: str
    lang: str
    attributes: Dict[str, str] = field(default_factory=dict)
    properties: Dict[str, Any] = field(default_factory=dict)
    #: The file of a trained model that the page brings, by its name.
    model: Optional[str] = None

    @property
    def fallback(self) -> str:
        """One sentence for those who see no figure."""
        return text(self.lang, 'needs', subject=self.subject)


def document(page: Page, script: Optional[Script] = None) -> str:
    """A whole HTML document; without a script's address it asks for no other file."""
    words = {
        'old': text(page.lang, 'old'),
        'missing': text(page.lang, 'missing', url=script.url if script else static_files.SINGLE),
    }
    begin = {
        'tag': page.tag,
        'attributes': page.attributes,
        'properties': page.properties,
        'words': words,
    }
    lines = [
        '<!doctype html>',
        f'<html lang="{_HTML_LANG[page.lang]}">',
        '<head>',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<title>{escaped(page.title)}</title>',
        f'<style>\n{_STYLE}\n</style>',
        '</head>',
        '<body>',
        f'<main><noscript>{escaped(page.fallback)}</noscript></main>',
        *_model(page, script),
        _script(script),
        f'<script>\n{_BEGIN}\nbegin({literal(begin)});\n</script>',
        '</body>',
        '</html>',
        '',
    ]
    return '\n'.join(lines)


def frame(page: Page, height: int, fitted: bool, script: Optional[Script] = None) -> str:
    """A frame with the document, `height` CSS pixels high until the page says how high it is."""
    attributes = {
        'srcdoc': document(page, script),
        'title': page.title,
        'lang': _HTML_LANG[page.lang],
        'loading': 'lazy',
        'sandbox': _SANDBOX,
        'allow': 'clipboard-write; fullscreen',
        'style': f'inline-size: 100%; block-size: {height}px; border: 0',
        'data-attention-playground': 'fitted' if fitted else 'fixed',
    }
    words = ' '.join(f'{name}="{escaped(value)}"' for name, value in attributes.items())
    # What is within a frame is text, which is seen where a notebook takes the frame out.
    tag = f'<iframe {words}>{escaped(page.fallback)}</iframe>'
    return f'{tag}\n<script>\n{_LISTENER}\n</script>' if fitted else tag


def _model(page: Page, script: Optional[Script]) -> List[str]:
    """A trained model, which a script from an address has beside it."""
    content = None if script or not page.model else static_files.model(page.model)
    if content is None:
        return []
    name = f'{page.model}.safetensors'
    return [f'<script type="text/plain" data-attention-playground-file="{name}">{content}</script>']


def _script(script: Optional[Script]) -> str:
    if script is None:
        packed = static_files.packed(static_files.SINGLE)
        return f'<script type="text/plain" id="packed">{packed}</script>'
    # Only a file that other origins may read can be checked.
    hash_ = script.integrity
    check = f' integrity="{escaped(hash_)}" crossorigin="anonymous"' if hash_ else ''
    return f'<script src="{escaped(script.url)}"{check}></script>'


def escaped(value: str) -> str:
    """A text as HTML has it, in attributes, too; half a character becomes �: no file has one."""
    whole = value.encode('utf-16-le', 'surrogatepass').decode('utf-16-le', 'replace')
    return html.escape(whole)


def literal(value: Any) -> str:
    """A value as a script in a page has it: ASCII, and nothing that could end the script."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False).replace('<', '\\u003c')
