"""PyTorch's Transformer modules under this project's names: their parameters, and what runs inside them."""
import itertools

import torch
from torch import nn

from files import SEED, write_tensor, write_tensors

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


def attention_tensors(path, attention, value):
    for letter, matrix, bias in zip('qkv', value(attention.in_proj_weight).chunk(3),
                                    value(attention.in_proj_bias).chunk(3)):
        yield f'{path}.w_{letter}', matrix.t()
        yield f'{path}.b_{letter}', bias
    yield f'{path}.w_o', value(attention.out_proj.weight).t()
    yield f'{path}.b_o', value(attention.out_proj.bias)


def norm_tensors(path, norm, value):
    yield f'{path}_weight', value(norm.weight)
    yield f'{path}_bias', value(norm.bias)


def layer_tensors(path, layer, value=lambda parameter: parameter):
    """The parameters of a layer by the paths of their steps, or what `value` says of each: its gradient."""
    yield from attention_tensors(f'{path}.self_attention', layer.self_attn, value)
    if is_cross(layer):
        yield from attention_tensors(f'{path}.cross_attention', layer.multihead_attn, value)
    for number in range(1, sublayers(layer) + 1):
        yield from norm_tensors(f'{path}.norm_{number}', getattr(layer, f'norm{number}'), value)
    for number, linear in ((1, layer.linear1), (2, layer.linear2)):
        yield f'{path}.feed_forward.w_{number}', value(linear.weight).t()
        yield f'{path}.feed_forward.b_{number}', value(linear.bias)


def stack_tensors(path, stack, value=lambda parameter: parameter):
    for number, layer in enumerate(stack.layers):
        yield from layer_tensors(f'{path}.{number}', layer, value)
    if stack.norm is not None:
        yield from norm_tensors(f'{path}.norm', stack.norm, value)


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


def gradients_of(results, inputs, parameters):
    """What PyTorch's backward pass leaves of the last result, by path: of the sum of the loss, or of a layer's
    cells times random ones, which are the gradient of that layer."""
    last = 'loss' if 'loss' in results else list(results)[-1]
    seed = torch.ones(())
    if last != 'loss':
        seed = torch.randn(results[last].shape, generator=torch.Generator().manual_seed(SEED))
    results[last].backward(seed.to(results[last].dtype))
    return {last: seed, **{path: leaf.grad for path, leaf in inputs.items()},
            **dict(parameters(lambda parameter: parameter.grad))}


def write_case(file, words, module, watch, run, inputs, parameters, derive=lambda output: {}):
    """Runs `run(*inputs)` in both precisions, which must agree, or the case is no golden, and writes what
    `watch(recorder)` asked for, what `derive` makes of the output, and the gradients of the inputs, which have
    the paths of their steps, and of `parameters(value)`: named tensors."""
    values = {}
    for dtype in (torch.float32, torch.float64):
        module.to(dtype).zero_grad(set_to_none=True)
        leaves = {path: tensor.to(dtype, copy=True).requires_grad_() for path, tensor in inputs.items()}
        recorder = Recorder()
        watch(recorder)
        output = run(*leaves.values())
        recorder.stop()
        results = {**recorder.outputs, **derive(output)}
        gradients = gradients_of(results, leaves, parameters)
        values[dtype] = {**results, **{f'gradient.{path}': each for path, each in gradients.items()}}
    exact, rounded = values[torch.float64], values[torch.float32]
    file.write(f'case {" ".join(words)}\n')
    for name, tensor in exact.items():
        assert torch.isfinite(tensor).all(), (words, name)
        assert (tensor - rounded[name]).abs().max() < 1e-5 * tensor.abs().max().clamp(min=1), (words, name)
    write_tensors(file, exact.items())


def hidden(may_attend):
    """PyTorch's modules hide where a mask is True."""
    return None if may_attend is None else ~may_attend
