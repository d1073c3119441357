"""Views as anywidgets: https://anywidget.dev describes the form, `render({ model, el })`."""

from functools import lru_cache
from typing import Any

from . import static_files
from .page import Page


def widget_of(page: Page) -> Any:
    """A widget that shows a page's element."""
    made = widget_class()
    attributes, properties = dict(page.attributes), page.properties
    attributes.pop('loading', None)
    traits = {'lang': attributes.pop('lang', page.lang)}
    if page.tag == 'attention-trace':
        traits['source'] = properties['source']
        traits['tokens'] = properties.get('tokens')
        traits['key_tokens'] = properties.get('keyTokens')
        traits['step'] = attributes.get('step', '')
        traits['head'] = int(attributes.get('head', 0))
        traits['weights_view'] = attributes.get('weights-view', '')
    else:
        traits['settings'] = attributes
    return made(**traits)


@lru_cache(maxsize=None)
def widget_class() -> type:
    """The class, once anywidget is asked for: the package is of use without."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError(
            'widget() needs anywidget: pip install anywidget. A notebook shows the view without it.'
        ) from error

    class AttentionWidget(anywidget.AnyWidget):
        """`<attention-trace>` on `source`, or `<attention-playground>` with `settings`."""

        _esm = static_files.read(static_files.WIDGET)
        source = traitlets.Dict(default_value=None, allow_none=True).tag(sync=True)
        tokens = traitlets.List(default_value=None, allow_none=True).tag(sync=True)
        key_tokens = traitlets.List(default_value=None, allow_none=True).tag(sync=True)
        step = traitlets.Unicode('').tag(sync=True)
        head = traitlets.Int(0).tag(sync=True)
        weights_view = traitlets.Unicode('').tag(sync=True)
        lang = traitlets.Unicode('').tag(sync=True)
        settings = traitlets.Dict().tag(sync=True)

    return AttentionWidget
