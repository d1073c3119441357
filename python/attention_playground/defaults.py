"""What holds for every view of a notebook: its language, and where the page's script comes from."""

from dataclasses import dataclass
from typing import Optional

from .texts import check_language


@dataclass(frozen=True)
class Script:
    """An address of the page's script, in place of the script itself."""

    url: str
    integrity: Optional[str] = None


@dataclass
class _Defaults:
    lang: str = 'en'
    script: Optional[Script] = None


DEFAULTS = _Defaults()


def set_language(lang: str) -> None:
    """Sets the language of all views that name none: 'en', as it is at first, or 'zh'."""
    DEFAULTS.lang = check_language(lang)


def set_script(url: Optional[str] = None, integrity: Optional[str] = None) -> None:
    """Makes outputs small: each loads the script from an address, where it is 0.7 MB by itself.

    `url` is a whole address of `attention-playground.single.js`, of this version; None puts the
    script into each output again. `integrity` is its hash, such as 'sha384-…', by which a browser
    refuses any other file; the server must then allow other origins (CORS).
    """
    if url is None:
        if integrity is not None:
            raise ValueError('integrity is given without url, which it belongs to.')
        DEFAULTS.script = None
        return
    if not isinstance(url, str) or not url.startswith(('https://', 'http://')):
        raise ValueError(f"url is {url!r}; a whole address is needed, 'https://…' or 'http://…'.")
    DEFAULTS.script = Script(url, integrity)
