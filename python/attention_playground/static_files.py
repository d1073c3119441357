"""The files that the build of the repository puts beside this module."""

import base64
import gzip
from functools import lru_cache
from pathlib import Path
from typing import Optional

STATIC = Path(__file__).resolve().parent / 'static'
SINGLE = 'attention-playground.single.js'
WIDGET = 'attention-playground.widget.js'


def read(name: str) -> str:
    """The text of a file; raises RuntimeError, which says what to run, where nothing was built."""
    path = STATIC / name
    try:
        return path.read_text(encoding='utf-8')
    except FileNotFoundError as error:
        raise RuntimeError(
            f'{path} is not there: in the repository, run `npm run build`, then install the '
            'package again with `pip install ./python`.'
        ) from error


@lru_cache(maxsize=None)
def packed(name: str) -> str:
    """A file as base64 of gzip: two thirds of its size, and nothing to escape in a page."""
    return base64.b64encode(gzip.compress(read(name).encode('utf-8'), 9, mtime=0)).decode('ascii')


def model(name: str) -> Optional[str]:
    """A trained model as base64, or None if it is not one of those that come with the package."""
    path = STATIC / 'models' / f'{name}.safetensors'
    if '/' in name or '\\' in name or not path.is_file():
        return None
    return base64.b64encode(path.read_bytes()).decode('ascii')
