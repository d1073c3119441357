#!/usr/bin/env python3
"""Writes the golden files beside this script from PyTorch; they are committed, so tests need no PyTorch.

    /usr/bin/python3 tests/golden/make.py

attention        inputs, masks, outputs and weights of scaled dot-product and multi-head attention
transformer      encoder and decoder layers, whole Transformers and language models, and their gradients
checkpoints/     safetensors files of PyTorch's modules, and what these compute
training         losses of fifty updates by AdamW and SGD, in single and in double precision
options          models with rotary positions, layers of other shapes, pointers and so on, and their gradients
view_cases.txt   where `view` works on strided tensors, and the strides it gives

Names without an ending are two files each: NAME.txt says what there is, NAME.bin has its numbers (files.py).

Outputs are computed in double precision from inputs that are exact in single precision. A mask of ones
and zeros says which keys may be attended to (PyTorch's modules mean the opposite; it is inverted here).
Rows in which no key may be attended to are left out: PyTorch gives NaN there, this project zeros. Linear
weights are written as [in, out]: PyTorch's transposed. What transformer names by a path is named by
the path of the step that has it in a trace.
"""
import pathlib
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the repository

import torch  # noqa: E402

import attention  # noqa: E402
import checkpoints  # noqa: E402
import choices  # noqa: E402
import language  # noqa: E402
import training  # noqa: E402
import transformer  # noqa: E402
import views  # noqa: E402
from files import SEED, GoldenFile, header  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent

FILES = {
    'attention': ('Scaled dot-product and multi-head attention',
                      [attention.write_scaled_dot_product, attention.write_multi_head]),
    'transformer': ('Transformers, their layers, and language models',
                        [transformer.write_encoder_layers, transformer.write_decoder_layers,
                         transformer.write_transformers, transformer.write_encoders,
                         language.write_decoder_only, language.write_encoder_decoder]),
    'training': ('Losses of updates', [training.write_losses]),
    'options': ('Models with options that nn.Transformer lacks', [choices.write_options]),
}


def main():
    for name, (title, writers) in FILES.items():
        torch.manual_seed(SEED)
        file = GoldenFile(HERE / name, title)
        for write in writers:
            write(file)
        file.close()
    with open(HERE / 'view_cases.txt', 'w') as file:
        file.write(header('Where view works'))
        views.write_view_cases(file)
    torch.manual_seed(SEED)
    checkpoints.write_checkpoints(HERE / 'checkpoints')


if __name__ == '__main__':
    main()
