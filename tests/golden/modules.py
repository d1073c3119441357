"""PyTorch's Transformer modules under this project's names: their parameters, and what runs inside them."""
import itertools

import torch
from torch import nn

from attention import projection_matrices
from files import write_tensor

EPSILONS = ('1e-05', '0.001')


def randomise(module):
    """Parameters that are exact in single precision, none of which is 0 or 1 as PyTorch leaves them."""
    for name, parameter in module.named_parameters():
        if 'embedding' in name:
            nn.init.normal_(parameter)
        elif parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter)
        elif 'norm' in name and name.endswith('weight'):
            nn.init.uniform_(parameter, 0.5, 1.5)
        else:
            nn.init.uniform_(parameter, -0.5, 0.5)
    return module


def like(module, state):
    """The module with these parameters, in training mode with no dropout, so that PyTorch takes the
    documented path, not its fused one."""
    module.load_state_dict(state)
    return module.train().double()


def variants(masks):
    """Every mask with both norms and both activations; either epsilon with each pair of them."""
    choices = itertools.product(enumerate(masks), enumerate(('post', 'pre')), enumerate(('relu', 'gelu')))
    for (i, mask), (j, norm), (k, activation) in choices:
        epsilon = EPSILONS[(i + j + k) % 2]
        yield (mask, norm, activation, epsilon), options(norm, activation, epsilon)


def options(norm, activation, epsilon):
    """What a case is called, as PyTorch's layers take it."""
    return {'norm_first': norm == 'pre', 'activation': activation, 'layer_norm_eps': float(epsilon),
            'dropout': 0.0, 'batch_first': True}


def write_attention(file, path, attention):
    for letter, matrix, bias in zip('qkv', projection_matrices(attention), attention.in_proj_bias.chunk(3)):
        write_tensor(file, f'{path}.w_{letter}', matrix.t())
        write_tensor(file, f'{path}.b_{letter}', bias)
    write_tensor(file, f'{path}.w_o', attention.out_proj.weight.t())
    write_tensor(file, f'{path}.b_o', attention.out_proj.bias)


def write_norm(file, path, norm):
    write_tensor(file, f'{path}_weight', norm.weight)
    write_tensor(file, f'{path}_bias', norm.bias)


def write_layer(file, path, layer):
    write_attention(file, f'{path}.self_attention', layer.self_attn)
    if is_cross(layer):
        write_attention(file, f'{path}.cross_attention', layer.multihead_attn)
    for number in range(1, sublayers(layer) + 1):
        write_norm(file, f'{path}.norm_{number}', getattr(layer, f'norm{number}'))
    for number, linear in ((1, layer.linear1), (2, layer.linear2)):
        write_tensor(file, f'{path}.feed_forward.w_{number}', linear.weight.t())
        write_tensor(file, f'{path}.feed_forward.b_{number}', linear.bias)


def write_stack(file, path, stack):
    for number, layer in enumerate(stack.layers):
        write_layer(file, f'{path}.{number}', layer)
    if stack.norm is not None:
        write_norm(file, f'{path}.norm', stack.norm)


def is_cross(layer):
    return hasattr(layer, 'multihead_attn')


def sublayers(layer):
    return 3 if is_cross(layer) else 2


class Recorder:
    """What layers give while they run, by the paths of their last steps."""

    def __init__(self):
        self.outputs = {}
        self.removers = []

    def watch_layer(self, path, layer):
        step = f'{path}.{"residual" if layer.norm_first else "norm"}_{sublayers(layer)}'
        self.watch(step, layer)

    def watch_stack(self, path, stack, layers=True):
        for number, layer in enumerate(stack.layers):
            if layers or (stack.norm is None and number + 1 == len(stack.layers)):
                self.watch_layer(f'{path}.{number}', layer)
        if stack.norm is not None:
            self.watch(f'{path}.norm', stack.norm)

    def watch(self, path, module):
        def keep(_, __, output):
            self.outputs[path] = output
        self.removers.append(module.register_forward_hook(keep))

    def stop(self):
        for remover in self.removers:
            remover.remove()


def write_case(file, words, module, watch, run, derive=lambda output: {}):
    """Runs `run(dtype)` in both precisions, which must agree, or the case is no golden, and writes what
    `watch(recorder)` asked for and what `derive` makes of the output: named tensors."""
    results = {}
    for dtype in (torch.float32, torch.float64):
        module.to(dtype)
        recorder = Recorder()
        watch(recorder)
        output = run(dtype)
        recorder.stop()
        results[dtype] = {**recorder.outputs, **derive(output)}
    exact, rounded = results[torch.float64], results[torch.float32]
    file.write(f'case {" ".join(words)}\n')
    for name, tensor in exact.items():
        assert torch.isfinite(tensor).all(), (words, name)
        assert (tensor - rounded[name]).abs().max() < 1e-5 * tensor.abs().max().clamp(min=1), (words, name)
        write_tensor(file, name, tensor)


def hidden(may_attend):
    """PyTorch's modules hide where a mask is True."""
    return None if may_attend is None else ~may_attend
