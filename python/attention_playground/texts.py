"""What Python itself says to readers of a notebook, in both languages."""

from typing import Dict

LANGUAGES = ('en', 'zh')

TEXTS: Dict[str, Dict[str, str]] = {
    'en': {
        'show': 'Attention weights',
        'trace': 'Attention, step by step',
        'playground': 'Attention playground',
        'needs': '{subject}. It is drawn by a script, which does not run here.',
        'showSubject': 'Attention weights {shape}',
        'traceSubject': 'Attention of queries {query}, keys {key}, values {value}, with every step',
        'playgroundSubject': 'A sentence, and every step of attention on it',
        'missing': 'The figure’s script is not there, or has no such figure: {url}.',
        'old': 'This browser is too old for the figure: it has no DecompressionStream.',
    },
    'zh': {
        'show': '注意力权重',
        'trace': '一步一步看注意力',
        'playground': '注意力演练场',
        'needs': '{subject}。图由脚本绘制，而这里不运行脚本。',
        'showSubject': '注意力权重 {shape}',
        'traceSubject': '查询 {query}、键 {key}、值 {value} 的注意力，每一步都在',
        'playgroundSubject': '一个句子，以及注意力在它上面的每一步',
        'missing': '图的脚本不在，或者里面没有这种图：{url}。',
        'old': '浏览器版本太旧，没有 DecompressionStream，无法画图。',
    },
}


def text(lang: str, name: str, **values: object) -> str:
    """A text in a language, with its values."""
    return TEXTS[lang][name].format(**values)


def check_language(lang: str) -> str:
    """Raises ValueError unless the page has this language."""
    if lang not in LANGUAGES:
        raise ValueError(f"lang is {lang!r}; 'en' or 'zh' is needed.")
    return lang
