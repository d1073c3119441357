"""Tensors of others as NumPy arrays, and these as JSON for the page."""

import base64
from typing import Any, Dict, Tuple

import numpy as np

#: How many numbers all tensors of one view may have together: 32 MB, and 43 MB of text in the page.
MOST_NUMBERS = 2**23


def is_tensor(value: Any) -> bool:
    """Whether a value is one tensor, and not a list of some."""
    return hasattr(value, '__array__') or hasattr(value, 'detach')


def as_array(name: str, value: Any) -> np.ndarray:
    """`value` as an array of float32, or of bool where it is that.

    PyTorch's tensors are known by their methods, so that PyTorch need not be there: they leave
    their device and their graph, and bfloat16, which NumPy does not have, becomes float32.
    float64 is rounded to float32, in which the page computes.

    Raises TypeError if it is no tensor of real numbers.
    """
    try:
        array = np.asarray(_from_torch(value))
    except (TypeError, ValueError, RuntimeError) as error:
        raise TypeError(f'{name} cannot be read as one tensor: {error}') from error
    if array.dtype == bool:
        return array
    if array.dtype.kind not in 'fiu' and 'float' not in array.dtype.name:
        raise TypeError(f'{name} has dtype {array.dtype}; real numbers are needed.')
    with np.errstate(over='ignore'):  # what is too large is infinite
        return array.astype(np.float32)


def dtype_of(value: Any) -> str:
    """The name of a tensor's dtype, or of what NumPy makes of a list."""
    return str(value.dtype if hasattr(value, 'dtype') else np.asarray(value).dtype)


def _from_torch(value: Any) -> Any:
    """The value, or, where it is a tensor of PyTorch, its numbers in a dtype that NumPy has."""
    if not hasattr(value, 'detach'):
        return value
    value = value.detach()
    if hasattr(value, 'to'):
        value = value.to('cpu')
    is_bool = 'bool' in str(getattr(value, 'dtype', ''))
    if not is_bool and hasattr(value, 'float'):
        value = value.float()
    return value.numpy() if hasattr(value, 'numpy') else value


def as_numbers(name: str, value: Any, ranks: Tuple[int, ...], axes: str) -> np.ndarray:
    """`value` as float32, with one of these ranks, which `axes` names, and no empty axis."""
    array = as_array(name, value)
    check_shape(name, array, ranks, axes)
    return array.astype(np.float32)


def check_shape(name: str, array: np.ndarray, ranks: Tuple[int, ...], axes: str) -> None:
    """Raises ValueError unless the array has one of these ranks, and a number on each axis."""
    shape = list(array.shape)
    if array.ndim not in ranks:
        raise ValueError(f'{name} has shape {shape}; {axes} is needed.')
    if 0 in shape:
        raise ValueError(f'{name} has shape {shape}: an axis is empty.')


def check_finite(name: str, array: np.ndarray) -> None:
    """Raises ValueError at the first number that is not finite in float32."""
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        at = bad[0].tolist()
        raise ValueError(f'{name}{at} is {array[tuple(bad[0])]}; finite numbers are needed.')


def check_size(arrays: Dict[str, np.ndarray]) -> None:
    """Raises ValueError if there are more numbers than a page can hold."""
    total = sum(array.size for array in arrays.values())
    if total > MOST_NUMBERS:
        shapes = ', '.join(f'{name} {list(array.shape)}' for name, array in arrays.items())
        raise ValueError(
            f'{shapes}: {total} numbers, and a page holds at most {MOST_NUMBERS}; '
            'choose a sentence, some heads or fewer tokens.'
        )


def encoded(array: np.ndarray) -> Dict[str, Any]:
    """For JSON: shape, dtype and, as base64, little-endian float32 or a byte for each bool."""
    is_bool = array.dtype == bool
    numbers = np.ascontiguousarray(array, dtype=np.uint8 if is_bool else '<f4')
    return {
        'shape': list(array.shape),
        'dtype': 'bool' if is_bool else 'float32',
        'base64': base64.b64encode(numbers.tobytes()).decode('ascii'),
    }
