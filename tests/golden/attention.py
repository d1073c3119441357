"""attention: scaled dot-product and multi-head attention."""
import math

import torch

from files import single, write_tensor

MASKS = ['none', 'causal', 'padding', 'both', 'boolean', 'additive']


class MaskSet:
    """Masks for one set of inputs, in this project's meaning."""

    def __init__(self, batch, queries, keys):
        self.causal = torch.ones(queries, keys).tril().bool()
        lengths = [max(1, keys - 2 * sentence) for sentence in range(batch)]
        if batch == 1:
            lengths = [max(1, keys - 1)]
        self.padding = torch.arange(keys)[None, :] < torch.tensor(lengths)[:, None]
        self.boolean = torch.rand(queries, keys) < 0.6
        self.boolean[:, 0] = True
        self.additive = single(queries, keys)
        self.additive[torch.rand(queries, keys) < 0.2] = -math.inf
        self.additive[:, 0] = 0.5

    def of(self, name):
        """(T × S may-attend or additive mask or None, B × S may-attend or None)"""
        matrix = {'causal': self.causal, 'both': self.causal, 'boolean': self.boolean,
                  'additive': self.additive}.get(name)
        return matrix, self.padding if name in ('padding', 'both') else None

    def write(self, file):
        write_tensor(file, 'padding', self.padding.double())
        write_tensor(file, 'boolean', self.boolean.double())
        write_tensor(file, 'additive', self.additive)


def as_additive(mask):
    if mask.dtype != torch.bool:
        return mask
    return torch.zeros(mask.shape, dtype=torch.float64).masked_fill(~mask, -math.inf)


def scaled_dot_product(query, key, value, mask, padding, scale):
    """PyTorch's documented formula: 1.13 has no scaled_dot_product_attention of its own."""
    scores = query @ key.transpose(-2, -1) * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)
    if mask is not None:
        scores = scores + as_additive(mask).to(scores.dtype)
    if padding is not None:
        shape = [padding.shape[0]] + [1] * (scores.dim() - 2) + [padding.shape[1]]
        hidden = as_additive(padding).to(scores.dtype)
        scores = scores + (hidden.reshape(shape) if scores.dim() > 2 else hidden)
    weights = scores.softmax(-1)
    return weights @ value, weights


def check(output, weights, output_single, weights_single):
    """Double and single precision of PyTorch agree, or the case is no golden."""
    for double, float_ in ((output, output_single), (weights, weights_single)):
        assert torch.isfinite(double).all()
        assert (double - float_.double()).abs().max() < 1e-5


def write_scaled_dot_product(file):
    sets = {'matrices': ((), 4, 4, 3, 3), 'batch': ((2,), 5, 7, 4, 6), 'heads': ((2, 3), 3, 6, 5, 2)}
    for name, (leading, queries, keys, d_k, d_v) in sets.items():
        query, key, value = (single(*leading, queries, d_k), single(*leading, keys, d_k),
                             single(*leading, keys, d_v))
        masks = MaskSet(leading[0] if leading else 1, queries, keys)
        file.write(f'set scaled_dot_product {name}\n')
        for label, tensor in (('query', query), ('key', key), ('value', value)):
            write_tensor(file, label, tensor)
        write_tensor(file, 'largest_score', (query @ key.transpose(-2, -1)).abs().max())
        masks.write(file)
        for mask in MASKS:
            for scale in (None, 0.3125):
                matrix, padding = masks.of(mask)
                result = scaled_dot_product(query, key, value, matrix, padding, scale)
                check(*result, *scaled_dot_product(query.float(), key.float(), value.float(), matrix,
                                                   padding, scale))
                file.write(f'case {mask} {"default" if scale is None else scale}\n')
                write_tensor(file, 'output', result[0])
                write_tensor(file, 'weights', result[1])


def layer(width, heads, kdim, vdim):
    """A MultiheadAttention in double precision whose parameters are exact in single precision; in
    training mode with no dropout, so that PyTorch takes the documented path, not its fused one."""
    attention = torch.nn.MultiheadAttention(width, heads, dropout=0.0, bias=True, kdim=kdim, vdim=vdim,
                                            batch_first=True).train()
    for parameter in attention.parameters():
        if parameter.dim() == 1:
            torch.nn.init.uniform_(parameter, -0.5, 0.5)
    return attention.double()


def without_bias(attention):
    plain = torch.nn.MultiheadAttention(attention.embed_dim, attention.num_heads, bias=False,
                                        kdim=attention.kdim, vdim=attention.vdim, batch_first=True)
    state = attention.state_dict()
    plain.load_state_dict({name: state[name] for name in plain.state_dict()})
    return plain.train().double()


def projection_matrices(attention):
    if attention.in_proj_weight is not None:
        return attention.in_proj_weight.chunk(3)
    return attention.q_proj_weight, attention.k_proj_weight, attention.v_proj_weight


def write_parameters(file, attention):
    matrices = projection_matrices(attention)
    biases = attention.in_proj_bias.chunk(3)
    for letter, matrix, bias in zip('qkv', matrices, biases):
        write_tensor(file, f'w{letter}', matrix.t())
        write_tensor(file, f'b{letter}', bias)
    write_tensor(file, 'wo', attention.out_proj.weight.t())
    write_tensor(file, 'bo', attention.out_proj.bias)


def largest_score(attention, query, key):
    """The largest |q·k| / √d_k, by which rounding in the scores grows in the weights."""
    w_q, w_k = projection_matrices(attention)[:2]
    b_q, b_k = attention.in_proj_bias.chunk(3)[:2]
    heads, d_k = attention.num_heads, attention.head_dim
    q = (query @ w_q.t() + b_q).reshape(*query.shape[:2], heads, d_k).transpose(1, 2)
    k = (key @ w_k.t() + b_k).reshape(*key.shape[:2], heads, d_k).transpose(1, 2)
    return (q @ k.transpose(-2, -1)).abs().max() / math.sqrt(d_k)


def multi_head(attention, query, key, value, mask, padding):
    if mask is not None:
        mask = ~mask if mask.dtype == torch.bool else mask.to(query.dtype)
    hidden = None if padding is None else ~padding
    if mask is not None and mask.dtype != torch.bool and hidden is not None:
        hidden = torch.zeros(hidden.shape, dtype=query.dtype).masked_fill(hidden, -math.inf)
    return attention(query, key, value, key_padding_mask=hidden, attn_mask=mask, need_weights=True,
                     average_attn_weights=False)


def write_multi_head(file):
    # name: (width, heads, kdim, vdim, queries, keys); keys None: self-attention
    sets = {'self': (8, 2, None, None, 5, None), 'cross': (6, 3, None, None, 4, 6),
            'widths': (8, 4, 5, 3, 3, 5)}
    for name, (width, heads, kdim, vdim, queries, keys) in sets.items():
        for batch in (1, 3):
            query = single(batch, queries, width)
            key = query if keys is None else single(batch, keys, kdim or width)
            value = query if keys is None else (single(batch, keys, vdim) if vdim else key)
            masks = MaskSet(batch, queries, key.shape[1])
            attention = layer(width, heads, kdim, vdim)
            file.write(f'set multi_head {name}_{batch}\nheads {heads}\n')
            for label, tensor in (('query', query), ('key', key), ('value', value)):
                write_tensor(file, label, tensor)
            write_parameters(file, attention)
            write_tensor(file, 'largest_score', largest_score(attention, query, key))
            masks.write(file)
            for mask in MASKS:
                for bias in (True, False):
                    module = attention if bias else without_bias(attention)
                    matrix, padding = masks.of(mask)
                    result = multi_head(module, query, key, value, matrix, padding)
                    floats = (tensor.float() for tensor in (query, key, value))
                    check(*result, *multi_head(module.float(), *floats, matrix, padding))
                    module.double()
                    file.write(f'case {mask} {"bias" if bias else "plain"}\n')
                    write_tensor(file, 'output', result[0])
                    write_tensor(file, 'weights', result[1])
