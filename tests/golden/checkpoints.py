"""checkpoints/*.safetensors: parameters as PyTorch's modules name them, and inputs and outputs of the same modules."""
import json
import struct

import torch
from torch import nn
from torch.nn import functional

from modules import randomise

WIDTH, HEADS, INNER, VOCABULARY, POSITIONS = 8, 2, 12, 11, 6
TYPES = {torch.float32: ('F32', torch.int32), torch.float16: ('F16', torch.int16), torch.int64: ('I64', torch.int64)}


def write_safetensors(path, tensors, metadata=None):
    """https://github.com/huggingface/safetensors, README, "Format"."""
    header, data = {}, b''
    if metadata:
        header['__metadata__'] = metadata
    for name, tensor in tensors.items():
        dtype, bits = TYPES[tensor.dtype]
        begin = len(data)
        data += tensor.detach().contiguous().view(bits).numpy().tobytes()
        header[name] = {'dtype': dtype, 'shape': list(tensor.shape), 'data_offsets': [begin, len(data)]}
    text = json.dumps(header).encode()
    text += b' ' * (-len(text) % 8)
    path.write_bytes(struct.pack('<Q', len(text)) + text + data)


def single(module):
    """Parameters that are exact in single precision, and the module in double, to compute with."""
    module = randomise(module).eval()
    return {name: tensor.float() if tensor.is_floating_point() else tensor
            for name, tensor in module.state_dict().items()}, module.double()


def write(folder, name, tensors, results, metadata=None):
    write_safetensors(folder / f'{name}.safetensors', tensors, metadata)
    floats = {key: each.float() for key, each in results.items()}
    write_safetensors(folder / f'{name}_results.safetensors', floats)


class Translator(nn.Module):
    """A user's own module around nn.Transformer, without positions."""

    def __init__(self):
        super().__init__()
        self.src_embedding = nn.Embedding(VOCABULARY - 2, WIDTH)
        self.tgt_embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.transformer = nn.Transformer(WIDTH, HEADS, 1, 2, INNER, batch_first=True, norm_first=True)
        self.generator = nn.Linear(WIDTH, VOCABULARY)
        self.register_buffer('position_ids', torch.arange(POSITIONS))

    def forward(self, source, target):
        length = target.shape[1]
        hidden = torch.ones(length, length).triu(1).bool()
        return self.generator(self.transformer(self.src_embedding(source), self.tgt_embedding(target),
                                               tgt_mask=hidden))


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.c_attn = nn.Linear(WIDTH, 3 * WIDTH)
        self.c_proj = nn.Linear(WIDTH, WIDTH)
        self.register_buffer('bias', torch.ones(POSITIONS, POSITIONS).tril().view(1, 1, POSITIONS, POSITIONS))

    def forward(self, x):
        batch, length, _ = x.shape
        q, k, v = (each.view(batch, length, HEADS, -1).transpose(1, 2) for each in self.c_attn(x).split(WIDTH, 2))
        scores = q @ k.transpose(-2, -1) / (WIDTH // HEADS) ** 0.5
        weights = scores.masked_fill(self.bias[:, :, :length, :length] == 0, float('-inf')).softmax(-1)
        return self.c_proj((weights @ v).transpose(1, 2).reshape(batch, length, WIDTH))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln_1 = nn.LayerNorm(WIDTH)
        self.attn = Attention()
        self.ln_2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.ModuleDict({'c_fc': nn.Linear(WIDTH, INNER), 'c_proj': nn.Linear(INNER, WIDTH)})

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        hidden = functional.gelu(self.mlp['c_fc'](self.ln_2(x)), approximate='tanh')
        return x + self.mlp['c_proj'](hidden)


class Gpt(nn.Module):
    """A decoder with the names that GPT-2 and minGPT share."""

    def __init__(self):
        super().__init__()
        self.transformer = nn.ModuleDict({
            'wte': nn.Embedding(VOCABULARY, WIDTH), 'wpe': nn.Embedding(POSITIONS, WIDTH),
            'h': nn.ModuleList([Block(), Block()]), 'ln_f': nn.LayerNorm(WIDTH)})
        self.lm_head = nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, ids, tied=False):
        parts = self.transformer
        x = parts['wte'](ids) + parts['wpe'](torch.arange(ids.shape[1]))
        for block in parts['h']:
            x = block(x)
        x = parts['ln_f'](x)
        return x @ parts['wte'].weight.T if tied else self.lm_head(x)


def gpt_2_of(tensors):
    """GPT-2's file: no prefix, matrices of layers as [in, out], the table instead of lm_head."""
    found = {}
    for name, tensor in tensors.items():
        if name != 'lm_head.weight':
            linear = name.endswith('weight') and ('.c_' in name)
            found[name.replace('transformer.', '')] = tensor.T if linear else tensor
    return found


def write_checkpoints(folder):
    tensors, module = single(nn.Transformer(WIDTH, HEADS, 1, 1, INNER, batch_first=True))
    src, tgt = (torch.randn(2, length, WIDTH).float() for length in (4, 3))
    write(folder, 'transformer', tensors,
          {'src': src, 'tgt': tgt, 'output': module(src.double(), tgt.double())})

    tensors, module = single(Translator())
    source, target = torch.randint(VOCABULARY - 2, (2, 4)), torch.randint(VOCABULARY, (2, 3))
    write(folder, 'translator', tensors,
          {'source': source, 'target': target, 'output': module(source, target)}, {'nhead': str(HEADS)})

    layer = nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, activation='gelu', batch_first=True)
    tensors, module = single(nn.TransformerEncoder(layer, 2))
    write(folder, 'encoder', tensors, {'src': src, 'output': module(src.double())})

    tensors, module = single(Gpt())
    ids = torch.randint(VOCABULARY, (2, 5))
    write(folder, 'mingpt', tensors, {'target': ids, 'output': module(ids)})
    write(folder, 'gpt2', gpt_2_of(tensors), {'target': ids, 'output': module(ids, tied=True)},
          {'format': 'pt', 'n_head': str(HEADS)})
