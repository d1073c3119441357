"""transformer: from token ids to the next token, decoder-only and encoder-decoder."""
import itertools
import math

import torch
from torch import nn
from torch.nn import functional

from files import write_tensor, write_tensors
from modules import hidden, like, options, randomise, stack_tensors, write_case
from transformer import padding_of

WIDTH, HEADS, INNER = 8, 2, 16
VOCABULARY, MAX_LENGTH = 11, 9
IGNORED = -1
# What the argmax must win by, so that rounding cannot change it.
CLEAR_WIN = 1e-4


def sinusoids(length, width):
    """Vaswani et al. 2017, §3.5, as PyTorch's tutorial writes it."""
    angles = torch.arange(length).double()[:, None] * torch.exp(
        torch.arange(0, width, 2).double() * (-math.log(10000.0) / width))
    return torch.stack((angles.sin(), angles.cos()), -1).reshape(length, width)


class LanguageModel(nn.Module):
    """Ids → vectors → layers → logits. `layers` takes the embedded ids of one or two texts."""

    def __init__(self, layers, positions, tied, scaled):
        super().__init__()
        self.positions, self.factor = positions, math.sqrt(WIDTH) if scaled else 1
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.position_embedding = nn.Embedding(MAX_LENGTH, WIDTH) if positions == 'learned' else None
        self.layers = layers
        self.output = nn.Linear(WIDTH, VOCABULARY, bias=not tied)
        if tied:
            self.output.weight = self.embedding.weight

    def embed(self, ids):
        vectors = self.embedding(ids) * self.factor
        if self.positions == 'learned':
            return vectors + self.position_embedding(torch.arange(ids.shape[1]))
        return vectors + sinusoids(ids.shape[1], WIDTH).to(vectors.dtype)

    def forward(self, *texts, **masks):
        return self.output(self.layers(*map(self.embed, texts), **masks))


def end_tensors(model, value=lambda parameter: parameter):
    """What is before the layers and behind them."""
    yield 'embedding_table', value(model.embedding.weight)
    if model.position_embedding is not None:
        yield 'position_table', value(model.position_embedding.weight)
    if model.output.bias is not None:
        yield 'w_vocabulary', value(model.output.weight).t()
        yield 'b_vocabulary', value(model.output.bias)


def labels_of(ids, padding):
    """The next token; nothing at the last word, at padding, and at one word in the middle."""
    labels = ids.roll(-1, 1)
    labels[~padding.roll(-1, 1) | ~padding] = IGNORED
    labels[:, -1] = IGNORED
    labels[0, 1] = IGNORED
    return labels


def derived(logits, labels):
    """What follows from the logits: probabilities, loss, and the most probable token."""
    best = logits.topk(2).values
    assert (best[..., 0] - best[..., 1]).min() > CLEAR_WIN
    log_probabilities = functional.log_softmax(logits, -1)
    loss = functional.cross_entropy(logits.reshape(-1, VOCABULARY), labels.reshape(-1), ignore_index=IGNORED)
    return {'logits': logits, 'log_probabilities': log_probabilities, 'loss': loss,
            'prediction': logits.argmax(-1)}


def texts(*lengths_and_positions):
    for lengths, positions in lengths_and_positions:
        yield torch.randint(VOCABULARY, (len(lengths), positions)), padding_of(lengths, positions)


def write_texts(file, name, ids, padding):
    write_tensor(file, f'{name}_ids', ids)
    write_tensor(file, f'{name}_padding', padding.double())


def write_decoder_only(file):
    """nn.TransformerEncoder's layers under a causal mask are a decoder without a memory."""
    layers = 2
    (ids, padding), = texts(([5, 3, 2], 5))
    labels, causal = labels_of(ids, padding), torch.ones(ids.shape[1], ids.shape[1]).tril().bool()

    def build(norm, activation, epsilon, positions, output, scaled, final):
        layer = nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, **options(norm, activation, epsilon))
        norm = nn.LayerNorm(WIDTH, eps=float(epsilon)) if final == 'final_norm' else None
        return LanguageModel(nn.TransformerEncoder(layer, layers, norm), positions, output == 'tied',
                             scaled == 'scaled')
    whole = randomise(build('pre', 'relu', '1e-05', 'learned', 'separate', 'plain', 'final_norm'))
    file.write(f'set decoder_only {layers}\nheads {HEADS}\n')
    write_texts(file, 'target', ids, padding)
    write_tensor(file, 'labels', labels)
    write_tensors(file, end_tensors(whole))
    write_tensors(file, stack_tensors('decoder', whole.layers))
    ends = itertools.product(('sinusoidal', 'learned'), ('tied', 'separate'))
    middles = (('causal', 'pre', 'gelu', '1e-05', 'plain', 'final_norm'),
               ('both', 'post', 'relu', '1e-05', 'scaled', 'no_final_norm'),
               ('both', 'pre', 'relu', '0.001', 'scaled', 'no_final_norm'))
    for (positions, output), (mask, *layer, scaled, final) in itertools.product(ends, middles):
        module = build(*layer, positions, output, scaled, final)
        state = {**whole.state_dict()}
        if output == 'tied':
            state['output.weight'] = state['embedding.weight']
        module = like(module, {name: state[name] for name in module.state_dict()})

        def watch(recorder):
            recorder.watch_stack('decoder', module.layers, layers=False)

        def run():
            return module(ids, mask=hidden(causal),
                          src_key_padding_mask=hidden(padding) if mask == 'both' else None)
        def parameters(value):
            yield from end_tensors(module, value)
            yield from stack_tensors('decoder', module.layers, value)
        write_case(file, (mask, *layer, positions, output, scaled, final), module, watch, run, {}, parameters,
                   lambda logits: derived(logits, labels))


def write_encoder_decoder(file):
    """Both texts are looked up in one table."""
    (source, source_padding), (target, target_padding) = texts(([5, 3, 4], 5), ([4, 4, 2], 4))
    labels, length = labels_of(target, target_padding), target.shape[1]
    causal = torch.ones(length, length).tril().bool()

    def build(norm, activation, epsilon, scaled):
        model = nn.Transformer(WIDTH, HEADS, 1, 1, INNER, **options(norm, activation, epsilon))
        return LanguageModel(model, 'sinusoidal', True, scaled == 'scaled')
    model = randomise(build('post', 'relu', '1e-05', 'plain'))
    file.write(f'set encoder_decoder 1_1\nheads {HEADS}\n')
    write_texts(file, 'source', source, source_padding)
    write_texts(file, 'target', target, target_padding)
    write_tensor(file, 'memory_padding', source_padding.double())
    write_tensor(file, 'labels', labels)
    write_tensors(file, end_tensors(model))
    write_tensors(file, stack_tensors('encoder', model.layers.encoder))
    write_tensors(file, stack_tensors('decoder', model.layers.decoder))
    for mask, *layer, scaled in (('both', 'post', 'relu', '1e-05', 'scaled'),
                                 ('both', 'pre', 'gelu', '0.001', 'plain')):
        module = like(build(*layer, scaled), model.state_dict())

        def watch(recorder):
            recorder.watch_stack('encoder', module.layers.encoder, layers=False)
            recorder.watch_stack('decoder', module.layers.decoder, layers=False)

        def run():
            return module(source, target, tgt_mask=hidden(causal),
                          src_key_padding_mask=hidden(source_padding),
                          tgt_key_padding_mask=hidden(target_padding),
                          memory_key_padding_mask=hidden(source_padding))
        def parameters(value):
            yield from end_tensors(module, value)
            yield from stack_tensors('encoder', module.layers.encoder, value)
            yield from stack_tensors('decoder', module.layers.decoder, value)
        write_case(file, (mask, *layer, 'sinusoidal', 'tied', scaled, 'final_norm'), module, watch, run, {},
                   parameters, lambda logits: derived(logits, labels))
