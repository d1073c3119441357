"""options: models with options that nn.Transformer lacks, written out from their definitions."""
import torch
from torch import nn
from torch.nn import functional

from files import single, write_tensor, write_tensors
from modules import write_case

WIDTH, HEADS, INNER = 8, 2, 12
SOURCE_WORDS, TARGET_WORDS = 7, 6
IGNORED = -1


class Options:
    """One model; `layers` are (attention width, feed-forward width, residual) of each layer of a stack."""

    def __init__(self, **given):
        self.layers = [(WIDTH, INNER, True)] * 2
        self.encoder = self.decoder = self.rotary = self.raw_values = self.pointer = self.pre = False
        self.own_source = False
        self.smoothing = 0.0
        for name, value in given.items():
            assert hasattr(self, name), name
            setattr(self, name, value)


class Parameters(nn.Module):
    """By path, made when they are first read."""

    def __init__(self):
        super().__init__()
        self.made = nn.ParameterDict()

    def get(self, path, *shape):
        name = path.replace('.', '/')
        if name not in self.made:
            scale = 0.3 if len(shape) == 1 else shape[0] ** -0.5
            value = single(*shape, scale=scale).float()
            self.made[name] = nn.Parameter(value + 1 if path.endswith('weight') else value)
        return self.made[name]

    def named(self, value=lambda parameter: parameter):
        for name, parameter in self.made.items():
            if value(parameter) is not None:
                yield name.replace('/', '.'), value(parameter)


def rotated(x):
    """x [B, h, T, d]: as the published models do it, by halves."""
    half = x.shape[-1] // 2
    angles = torch.arange(x.shape[-2]).double()[:, None] * 10000 ** (-torch.arange(half).double() / half)
    cosine, sine = (torch.cat((each, each), -1).to(x.dtype) for each in (angles.cos(), angles.sin()))
    return x * cosine + torch.cat((-x[..., half:], x[..., :half]), -1) * sine


class Model(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.options, self.parameters_by_path = options, Parameters()

    def linear(self, path, names, x, width):
        weight, bias = names
        get = self.parameters_by_path.get
        return x @ get(f'{path}{weight}', x.shape[-1], width) + get(f'{path}{bias}', width)

    def heads(self, path, letter, x, width):
        projected = self.linear(path, (f'w_{letter}', f'b_{letter}'), x, width)
        return projected.unflatten(-1, (HEADS, width // HEADS)).transpose(1, 2)

    def scores(self, path, x, keys, width, own):
        q, k = self.heads(path, 'q', x, width), self.heads(path, 'k', keys, width)
        if self.options.rotary and own:
            q, k = rotated(q), rotated(k)
        return q @ k.transpose(-2, -1) / (width // HEADS) ** 0.5

    def attend(self, path, x, keys, values, width, own, causal):
        scores = self.scores(path, x, keys, width, own)
        if causal:
            scores = scores.masked_fill(~torch.ones(scores.shape[-2:]).tril().bool(), -torch.inf)
        context = scores.softmax(-1) @ self.heads(path, 'v', values, width)
        return self.linear(path, ('w_o', 'b_o'), context.transpose(1, 2).flatten(2), WIDTH)

    def norm(self, path, x):
        get = self.parameters_by_path.get
        return functional.layer_norm(x, (WIDTH,), get(f'{path}_weight', WIDTH), get(f'{path}_bias', WIDTH))

    def sublayer(self, path, number, x, residual, compute):
        path = f'{path}norm_{number}'
        if self.options.pre:
            return compute(self.norm(path, x)) + (x if residual else 0)
        return self.norm(path, compute(x) + (x if residual else 0))

    def layer(self, path, x, shape, memory=None, values=None, causal=False):
        width, inner, residual = shape
        x = self.sublayer(path, 1, x, residual, lambda x: self.attend(
            f'{path}self_attention.', x, x, x, width, True, causal))
        if memory is not None:
            x = self.sublayer(path, 2, x, residual, lambda x: self.attend(
                f'{path}cross_attention.', x, memory, values, width, False, False))

        def feed_forward(x):
            hidden = self.linear(f'{path}feed_forward.', ('w_1', 'b_1'), x, inner).relu()
            return self.linear(f'{path}feed_forward.', ('w_2', 'b_2'), hidden, WIDTH)
        return self.sublayer(path, 2 if memory is None else 3, x, residual, feed_forward) if inner else x

    def forward(self, source, target):
        options, get = self.options, self.parameters_by_path.get
        table, memory = 'source.embedding_table' if options.own_source else 'embedding_table', None
        if options.encoder:
            words = x = functional.embedding(source, get(table, SOURCE_WORDS if options.own_source
                                                         else TARGET_WORDS, WIDTH))
            for i, shape in enumerate(options.layers[:-1] if options.pointer else options.layers):
                x = self.layer(f'encoder.{i}.', x, shape)
            memory = x
        if options.pointer:
            path, width = f'encoder.{len(options.layers) - 1}.', options.layers[-1][0]
            x = self.norm(f'{path}norm_1', x) if options.pre else x
            return self.scores(f'{path}self_attention.', x, x, width, True)[:, 0]
        x = functional.embedding(target, get('embedding_table', TARGET_WORDS, WIDTH))
        for i, shape in enumerate(options.layers):
            x = self.layer(f'decoder.{i}.', x, shape, memory, words if options.raw_values else memory, True)
        return self.linear('', ('w_vocabulary', 'b_vocabulary'), x, TARGET_WORDS)


CASES = {
    'rotary': Options(decoder=True, rotary=True),
    'attention_only': Options(decoder=True, layers=[(4, 0, True), (WIDTH, 0, True)]),
    'shapes': Options(encoder=True, decoder=True, pre=True, layers=[(4, 0, False), (12, INNER, True)]),
    'raw_values': Options(encoder=True, decoder=True, raw_values=True),
    'own_source': Options(encoder=True, decoder=True, own_source=True, pre=True),
    'pointer': Options(encoder=True, pointer=True, rotary=True),
    'pointer_pre': Options(encoder=True, pointer=True, pre=True, layers=[(4, INNER, False), (4, 0, True)]),
    'smoothing': Options(decoder=True, smoothing=0.125),
}


def write_options(file):
    for name, options in CASES.items():
        module = Model(options)
        source = torch.randint(TARGET_WORDS, (2, 5))
        target = torch.randint(TARGET_WORDS, (2, 4))
        labels = torch.randint(5 if options.pointer else TARGET_WORDS, (source if options.pointer else target).shape)
        labels[0, 1] = labels[1, 0] = IGNORED
        module(source, target)
        file.write(f'set option {name}\nheads {HEADS}\n')
        for tensor, text in ((source, 'source_ids'), (target, 'target_ids')):
            if getattr(options, 'encoder' if text == 'source_ids' else 'decoder'):
                write_tensor(file, text, tensor)
        write_tensor(file, 'labels', labels)
        write_tensors(file, module.parameters_by_path.named())

        def derive(scores):
            loss = functional.cross_entropy(scores.flatten(0, 1), labels.flatten(), ignore_index=IGNORED,
                                            label_smoothing=options.smoothing)
            return {'log_probabilities': scores.log_softmax(-1), 'loss': loss}
        write_case(file, ['none', 'pre' if options.pre else 'post'], module, lambda recorder: None,
                   lambda: module(source, target), {}, module.parameters_by_path.named, derive)
