"""Options that all views have, and the view that is made of them."""

import math
from typing import Any, Dict, Optional

import numpy as np

from .defaults import DEFAULTS
from .labels import ScoreLabels
from .page import Page
from .texts import check_language, text
from .view import View

#: Of a frame until its page says how high it is, in CSS pixels: around a matrix, a row, at most.
_AROUND = {'show': 200, 'trace': 350}
_ROW, _HIGHEST, _PLAYGROUND = 40, 760, 760

#: How the page draws weights: as a matrix, as lines between tokens, as shaded text.
_WEIGHTS_VIEWS = ('matrix', 'heads', 'text')


def finite(name: str, value: Any) -> float:
    """A finite number; raises TypeError or ValueError."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f'{name} is {value!r}; a number is needed.') from None
    if not math.isfinite(number):
        raise ValueError(f'{name} is {number}; a finite number is needed.')
    return number


def _whole(name: str, value: Any, least: int, most: Optional[int] = None) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f'{name} is {value!r}; a whole number is needed.')
    if value < least or (most is not None and value > most):
        limits = f'{least} or more' if most is None else f'{least} to {most}'
        raise ValueError(f'{name} is {value}; {limits} is possible.')
    return int(value)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f'{name} is {value!r}; a text is needed.')
    return value


def view_of(
    kind: str,
    *,
    source: Dict[str, Any],
    labels: ScoreLabels,
    heads: int,
    words: Dict[str, Any],
    queries: int,
    head: Optional[int],
    step: str,
    weights_view: str,
    lang: Optional[str],
    height: Optional[int],
    title: Optional[str],
) -> View:
    """A view of `<attention-trace>`; `words` are those of the sentence that says what is shown."""
    lang = _language(lang)
    if weights_view not in _WEIGHTS_VIEWS:
        raise ValueError(f'weights_view is {weights_view!r}; one of {_WEIGHTS_VIEWS} is needed.')
    attributes = {'lang': lang, 'step': _text('step', step), 'loading': 'eager'}
    attributes['weights-view'] = weights_view
    if head is not None:
        attributes['head'] = str(_whole('head', head, 0, heads - 1))
    properties: Dict[str, Any] = {'tokens': labels.tokens, 'keyTokens': labels.key_tokens}
    page = Page(
        tag='attention-trace',
        title=text(lang, kind) if title is None else _text('title', title),
        subject=text(lang, f'{kind}Subject', **words),
        lang=lang,
        attributes=attributes,
        properties={**{n: v for n, v in properties.items() if v is not None}, 'source': source},
    )
    return _framed(page, height, min(_AROUND[kind] + _ROW * queries, _HIGHEST))


def playground_view(
    attributes: Dict[str, str], *, lang: Optional[str], height: Optional[int], title: Optional[str]
) -> View:
    """A view of `<attention-playground>` with these attributes."""
    lang = _language(lang)
    page = Page(
        tag='attention-playground',
        title=text(lang, 'playground') if title is None else _text('title', title),
        subject=text(lang, 'playgroundSubject'),
        lang=lang,
        attributes={**attributes, 'lang': lang, 'loading': 'eager'},
        model=attributes.get('parameters', 'referent-emergent'),
    )
    return _framed(page, height, _PLAYGROUND)


def _language(lang: Optional[str]) -> str:
    return DEFAULTS.lang if lang is None else check_language(lang)


def _framed(page: Page, height: Optional[int], estimate: int) -> View:
    if height is None:
        return View(page, estimate, fitted=True)
    return View(page, _whole('height', height, 1), fitted=False)
