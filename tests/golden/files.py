"""Golden files: `NAME.txt` says line by line what there is, and `NAME.bin` has the numbers of its tensors in that order."""
import struct

import torch

SEED = 20261105


def header(title):
    return f'# {title}\n# PyTorch {torch.__version__}, seed {SEED}; written by make.py\n'


class GoldenFile:
    def __init__(self, path, title):
        self.text = open(path.with_suffix('.txt'), 'w')
        self.numbers = open(path.with_suffix('.bin'), 'wb')
        self.write(header(title))

    def write(self, text):
        self.text.write(text)

    def close(self):
        self.text.close()
        self.numbers.close()


def write_tensor(file, name, tensor):
    """`tensor name rank sizes...`, and its numbers as little-endian float32."""
    file.write(' '.join(['tensor', name, str(tensor.dim()), *map(str, tensor.shape)]) + '\n')
    numbers = tensor.detach().float().reshape(-1).tolist()
    file.numbers.write(struct.pack(f'<{len(numbers)}f', *numbers))


def write_tensors(file, tensors):
    for name, tensor in tensors:
        write_tensor(file, name, tensor)


def single(*shape, scale=1.0):
    return (torch.randn(*shape) * scale).float().double()
