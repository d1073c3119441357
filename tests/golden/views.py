"""view_cases.txt: where `view` works on strided tensors, and the strides it gives."""
import math
import random

import torch

from files import SEED


def strided_tensors():
    """Tensors as views, transposes, parts and broadcasts leave them."""
    base = [torch.empty(shape) for shape in
            ((), (1,), (6,), (2, 3), (1, 6), (2, 3, 4), (1, 3, 8), (2, 1, 4), (2, 3, 1), (1, 1, 1), (2, 2, 2, 3),
             (10, 6, 8, 4), (0,), (2, 0, 3), (3, 1, 2, 1), (1, 3, 4, 2))]
    yield from base
    for tensor in base:
        for first in range(tensor.dim()):
            for second in range(first + 1, tensor.dim()):
                yield tensor.transpose(first, second)
            if tensor.shape[first] > 1:
                yield tensor.narrow(first, 1, tensor.shape[first] - 1)
                yield tensor.narrow(first, 0, 1)
        if tensor.dim() and tensor.shape[0] == 1:
            yield tensor.expand(3, *tensor.shape[1:])
        if tensor.dim() > 2:
            yield tensor.transpose(0, 1).narrow(2, 0, tensor.shape[2])
            yield tensor.transpose(1, 2).transpose(0, 1)
            yield tensor.transpose(1, 2).contiguous()


def shapes_of(count, rng):
    """Some shapes of `count` elements, with and without axes of size 1."""
    if count == 0:
        return [[0], [0, 3], [2, 0, 3], [3, 0, 2]]
    shapes = [[count], [1, count], [count, 1]]
    for _ in range(8):
        rest, shape = count, []
        while rest > 1:
            divisors = [d for d in range(1, rest + 1) if rest % d == 0]
            shape.append(rng.choice(divisors))
            rest //= shape[-1]
        shapes.append(shape[:6] if math.prod(shape[:6]) == count else [count])
    shapes.append([count + 1])
    return [list(shape) for shape in dict.fromkeys(tuple(shape) for shape in shapes)]


def write_view_cases(file):
    rng = random.Random(SEED)
    lines = {}
    for tensor in strided_tensors():
        shapes = shapes_of(tensor.numel(), rng) + [list(tensor.shape)]
        for shape in shapes:
            try:
                strides = ' '.join(map(str, tensor.view(shape).stride())) or '-'
            except RuntimeError as error:
                strides = 'size' if 'invalid for input of size' in str(error) else 'view'
            lines['; '.join([' '.join(map(str, tensor.shape)) or '-',
                             ' '.join(map(str, tensor.stride())) or '-',
                             str(tensor.storage_offset()), ' '.join(map(str, shape)) or '-',
                             strides])] = None
    file.write('# shape; strides; offset; asked for; strides of the view, or the error\n')
    file.write('\n'.join(lines) + '\n')
