"""Settings of the playground as attributes of its element."""

import difflib
import json
from typing import Any, Dict, List

from . import static_files


def as_attributes(sentence: Any, chosen: Dict[str, Any]) -> Dict[str, str]:
    """Attributes by their names; raises TypeError for a setting that there is none of."""
    given = {**({} if sentence is None else {'sentence': sentence}), **chosen}
    known = _names()
    attributes = {}
    for name, value in given.items():
        attribute = name.replace('_', '-')
        if attribute not in known:
            near = difflib.get_close_matches(attribute, known, 1)
            hint = f"; is {near[0].replace('-', '_')} meant?" if near else '.'
            raise TypeError(f'playground() has no setting {name}{hint}')
        if value is not None:
            attributes[attribute] = _text(name, value)
    return attributes


def _names() -> List[str]:
    """The attributes of the element, which the build of the package lists."""
    return json.loads(static_files.read('attributes.json'))


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, (str, int, float)):
        return str(value)
    if name in ('sentence', 'memory') and isinstance(value, (list, tuple)):
        if all(isinstance(one, str) and '\n' not in one for one in value):
            return '\n'.join(value)
        raise TypeError(f'{name} has something that is no line of text.')
    raise TypeError(f'{name} is {value!r}; a text, a number, True or False is needed.')
