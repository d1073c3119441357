"""How tensors of one call fit each other."""

from typing import Any, Dict

import numpy as np

from .tensors import as_numbers


def value_of_weights(value: Any, weights: np.ndarray) -> np.ndarray:
    """Values [S, d], [h, S, d] or [B, h, S, d] that weights of as many axes sum."""
    like = f'as many axes as the weights, {weights.ndim},'
    array = as_numbers('value', value, (weights.ndim,), like)
    wanted = (*weights.shape[:-2], weights.shape[-1])
    if array.shape[:-1] != wanted:
        raise ValueError(
            f'value has shape {list(array.shape)}; for weights {list(weights.shape)} it is '
            f'[{", ".join(str(size) for size in wanted)}, d].'
        )
    return array


def sentence_of(name: str, array: np.ndarray, sentence: int) -> np.ndarray:
    """One sentence of a batch [B, h, …]: [h, …]."""
    if array.ndim != 4:
        raise ValueError(f'sentence is given, but {name} {list(array.shape)} have no batch.')
    if isinstance(sentence, bool) or not isinstance(sentence, (int, np.integer)):
        raise TypeError(f'sentence is {sentence!r}; a whole number is needed.')
    if not -len(array) <= sentence < len(array):
        raise ValueError(f'sentence is {sentence}, in a batch of {len(array)}.')
    return array[sentence]


def sentence_of_labels(tokens: Any, sentence: int) -> Any:
    """The labels of one sentence, where there are some for each; those of one are its own."""
    if not isinstance(tokens, (list, tuple)) or len(tokens) == 0 or isinstance(tokens[0], str):
        return tokens
    try:
        return tokens[sentence]
    except IndexError:
        raise ValueError(f'sentence is {sentence}, of {len(tokens)} lists of tokens.') from None


def heads_repeated(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, enable_gqa: bool
) -> Dict[str, np.ndarray]:
    """Key and value with the heads of the query; raises ValueError where the three do not fit."""
    shapes = f'query {list(q.shape)}, key {list(k.shape)}, value {list(v.shape)}'
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f'{shapes}: query and key must have the same width.')
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f'{shapes}: there must be one value for each key.')
    if q.ndim > 2 and not q.shape[0] == k.shape[0] == v.shape[0]:
        raise ValueError(f'{shapes}: all three must have as many sentences.')
    if q.ndim < 4 or q.shape[1] == k.shape[1] == v.shape[1]:
        return {}
    heads, groups = q.shape[1], k.shape[1]
    if not enable_gqa or groups != v.shape[1]:
        raise ValueError(
            f'{shapes}: all three must have as many heads; with enable_gqa=True, key and value '
            'may have fewer.'
        )
    if heads % groups:
        raise ValueError(f'{shapes}: {groups} heads of the key do not divide {heads} of the query.')
    repeats = heads // groups
    return {'key': np.repeat(k, repeats, axis=1), 'value': np.repeat(v, repeats, axis=1)}
