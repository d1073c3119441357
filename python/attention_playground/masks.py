"""Masks of attention, by the rules of torch.nn.functional.scaled_dot_product_attention."""

from typing import Any, Tuple

import numpy as np

from .tensors import as_array, dtype_of


def as_mask(value: Any, scores: Tuple[int, ...]) -> np.ndarray:
    """A mask that fits scores [T, S], [B, T, S] or [B, h, T, S], with as many axes.

    bool: True where a query may attend; float: added to the scores, -inf for never.
    """
    array = as_array('attn_mask', value)
    if array.dtype != bool:
        _check_added(array, dtype_of(value))
    try:
        fits = np.broadcast_shapes(array.shape, scores) == scores
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f'attn_mask has shape {list(array.shape)}, which does not broadcast to the scores, '
            f'{list(scores)}.'
        )
    return array.reshape((1,) * (len(scores) - array.ndim) + array.shape)


def _check_added(array: np.ndarray, dtype: str) -> None:
    if 'int' in dtype:
        raise TypeError(
            f'attn_mask has dtype {dtype}; bool (True: may attend) or float (added to the scores) '
            'is needed: attn_mask.bool() or attn_mask.astype(bool).'
        )
    if np.isnan(array).any() or np.isposinf(array).any():
        raise ValueError('attn_mask has NaN or +inf; finite numbers and -inf can be added.')
