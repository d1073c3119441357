"""Tokens: the labels of queries and of keys."""

from typing import Any, List, NamedTuple, Optional, Tuple, Union

#: The labels of one sentence, or of each sentence of a batch.
Labels = Union[List[str], List[List[str]]]


def as_labels(name: str, value: Any, batch: Optional[int], length: int) -> Optional[Labels]:
    """Labels for `length` tokens: one list, or, with a batch, one list a sentence.

    With a batch, one list labels every sentence of it; without, there may be a list of one list.
    Raises TypeError for what is no text, ValueError if they are too few or too many.
    """
    if value is None:
        return None
    if isinstance(value, (str, bytes)):
        raise TypeError(f'{name} is one text; a list is needed, such as {name}=text.split().')
    rows = _as_list(name, value)
    if rows and not isinstance(rows[0], (str, bytes)) and _is_list(rows[0]):
        return _of_batch(name, rows, batch, length)
    row = _row(name, rows, length)
    return row if batch is None else [list(row) for _ in range(batch)]


def _of_batch(name: str, rows: List[Any], batch: Optional[int], length: int) -> Labels:
    sentences = 1 if batch is None else batch
    if len(rows) != sentences:
        raise ValueError(f'{name} has {len(rows)} lists for a batch of {sentences}.')
    found = [_row(f'{name}[{i}]', _as_list(name, row), length) for i, row in enumerate(rows)]
    return found[0] if batch is None else found


def _row(name: str, row: List[Any], length: int) -> List[str]:
    for i, token in enumerate(row):
        if not isinstance(token, str):
            raise TypeError(
                f'{name}[{i}] is {token!r} ({type(token).__name__}); texts are needed, '
                'such as tokenizer.convert_ids_to_tokens(ids).'
            )
    if len(row) != length:
        raise ValueError(f'{name} has {len(row)} tokens for an axis of {length}.')
    return [str(token) for token in row]


def _is_list(value: Any) -> bool:
    return hasattr(value, '__iter__')


def _as_list(name: str, value: Any) -> List[Any]:
    if not _is_list(value):
        raise TypeError(f'{name} is {type(value).__name__}; a list of tokens is needed.')
    return value.tolist() if hasattr(value, 'tolist') else list(value)


class ScoreLabels(NamedTuple):
    """Labels of both axes of scores; `key_tokens` is None where keys have those of the queries."""

    tokens: Optional[Labels]
    key_tokens: Optional[Labels]


def of_scores(tokens: Any, key_tokens: Any, shape: Tuple[int, ...], has_batch: bool) -> ScoreLabels:
    """Labels for scores […, T, S], whose first axis is the batch where they have one."""
    batch = shape[0] if has_batch else None
    queries, keys = shape[-2:]
    labels = as_labels('tokens', tokens, batch, queries)
    if labels is not None and key_tokens is None and queries != keys:
        raise ValueError(
            f'tokens label the {queries} queries; key_tokens is needed, too, for the {keys} keys.'
        )
    return ScoreLabels(labels, as_labels('key_tokens', key_tokens, batch, keys))
