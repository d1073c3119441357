"""The text files: tensors by name, in numbers that single precision reads back exactly."""
import torch

SEED = 20261105


def header(file, what):
    file.write(f'# {what}\n# PyTorch {torch.__version__}, seed {SEED}; written by make.py\n')


def write_tensor(file, name, tensor):
    """`tensor name rank sizes...` and a line of numbers that single precision reads back exactly."""
    file.write(' '.join(['tensor', name, str(tensor.dim()), *map(str, tensor.shape)]) + '\n')
    file.write(' '.join(f'{x:.9g}' for x in tensor.detach().double().reshape(-1).tolist()) + '\n')


def write_tensors(file, tensors):
    for name, tensor in tensors:
        write_tensor(file, name, tensor)


def single(*shape, scale=1.0):
    return (torch.randn(*shape) * scale).float().double()
