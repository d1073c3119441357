"""transformer: encoder and decoder layers, stacks of them, and whole Transformers."""
import torch
from torch import nn

from files import single, write_tensor, write_tensors
from modules import hidden, layer_tensors, like, options, randomise, stack_tensors, variants, write_case


def padding_of(lengths, positions):
    """B × positions: which of them are words."""
    return torch.arange(positions)[None, :] < torch.tensor(lengths)[:, None]


def lengths_of(batch, positions, shorter=2):
    return [max(1, positions - shorter * (sentence if batch > 1 else 1)) for sentence in range(batch)]


class SourceMasks:
    """Of self-attention over a source: no row is without a key, because the first one is always there."""

    NAMES = ('none', 'causal', 'padding', 'both')

    def __init__(self, batch, keys):
        self.causal = torch.ones(keys, keys).tril().bool()
        self.padding = padding_of(lengths_of(batch, keys), keys)

    def of(self, name):
        return (self.causal if name in ('causal', 'both') else None,
                self.padding if name in ('padding', 'both') else None)

    def write(self, file):
        write_tensor(file, 'source_padding', self.padding.double())


class TargetMasks:
    """Of a decoder: its own positions', and those of the memory."""

    NAMES = ('none', 'causal', 'target_padding', 'memory_padding', 'memory_mask', 'all')

    def __init__(self, batch, queries, keys):
        self.causal = torch.ones(queries, queries).tril().bool()
        self.target_padding = padding_of(lengths_of(batch, queries, 1), queries)
        self.memory_padding = padding_of(lengths_of(batch, keys), keys)
        self.memory_mask = torch.rand(queries, keys) < 0.6
        self.memory_mask[:, 0] = True

    def of(self, name):
        """As nn.TransformerDecoder names and means them."""
        masks = {'tgt_mask': 'causal', 'memory_mask': 'memory_mask',
                 'tgt_key_padding_mask': 'target_padding', 'memory_key_padding_mask': 'memory_padding'}
        return {argument: hidden(getattr(self, mask) if name in (mask, 'all') else None)
                for argument, mask in masks.items()}

    def write(self, file):
        for name in ('target_padding', 'memory_padding', 'memory_mask'):
            write_tensor(file, name, getattr(self, name).double())


def some(words, parameters):
    """Gradients of parameters of a layer under all masks; those of inputs say enough of the others."""
    return parameters if words[0] in ('both', 'all') else lambda value: ()


def write_encoder_layers(file):
    # width, heads, feed-forward, batch, length
    for width, heads, inner, batch, length in ((8, 1, 16, 1, 5), (8, 4, 20, 3, 4),
                                               (12, 2, 16, 3, 3), (12, 1, 18, 1, 4)):
        def build(**given):
            return nn.TransformerEncoderLayer(width, heads, inner, **given)
        layer = randomise(build())
        source, masks = single(batch, length, width), SourceMasks(batch, length)
        file.write(f'set encoder_layer {width}_{heads}_{batch}\nheads {heads}\n')
        write_tensor(file, 'source', source)
        write_tensors(file, layer_tensors('encoder.0', layer))
        masks.write(file)
        for words, given in variants(SourceMasks.NAMES):
            module = like(build(**given), layer.state_dict())
            matrix, padding = masks.of(words[0])
            write_case(file, words, module, lambda recorder: recorder.watch_layer('encoder.0', module),
                       lambda source: module(source, hidden(matrix), hidden(padding)), {'source.x': source},
                       some(words, lambda value: layer_tensors('encoder.0', module, value)))


def write_decoder_layers(file):
    # width, heads, feed-forward, batch, target length, memory length
    for width, heads, inner, batch, queries, keys in ((8, 2, 16, 3, 3, 5), (8, 1, 18, 1, 5, 3),
                                                      (12, 4, 20, 1, 4, 6)):
        def build(**given):
            return nn.TransformerDecoderLayer(width, heads, inner, **given)
        layer = randomise(build())
        target, memory = single(batch, queries, width), single(batch, keys, width)
        masks = TargetMasks(batch, queries, keys)
        file.write(f'set decoder_layer {width}_{heads}_{batch}\nheads {heads}\n')
        write_tensor(file, 'target', target)
        write_tensor(file, 'memory', memory)
        write_tensors(file, layer_tensors('decoder.0', layer))
        masks.write(file)
        for words, given in variants(TargetMasks.NAMES):
            module = like(build(**given), layer.state_dict())
            write_case(file, words, module, lambda recorder: recorder.watch_layer('decoder.0', module),
                       lambda target, memory: module(target, memory, **masks.of(words[0])),
                       {'target.x': target, 'source.x': memory},
                       some(words, lambda value: layer_tensors('decoder.0', module, value)))


def write_transformers(file):
    # heads, encoder layers, decoder layers, target length, source length
    width, inner, batch = 8, 16, 3
    for heads, encoders, decoders, queries, keys in ((2, 2, 2, 4, 5), (4, 1, 3, 5, 3)):
        def build(**given):
            return nn.Transformer(width, heads, encoders, decoders, inner, **given)
        model = randomise(build())
        source, target = single(batch, keys, width), single(batch, queries, width)
        own, other = SourceMasks(batch, keys), TargetMasks(batch, queries, keys)
        file.write(f'set transformer {encoders}_{decoders}\nheads {heads}\n')
        write_tensor(file, 'source', source)
        write_tensor(file, 'target', target)
        write_tensors(file, stack_tensors('encoder', model.encoder))
        write_tensors(file, stack_tensors('decoder', model.decoder))
        own.write(file)
        other.write(file)
        for words, given in variants(('causal', 'target_padding', 'all')):
            module = like(build(**given), model.state_dict())
            every = words[0] == 'all'

            def watch(recorder):
                recorder.watch_stack('encoder', module.encoder, layers=every)
                recorder.watch_stack('decoder', module.decoder, layers=every)

            def run(source, target):
                return module(source, target, **other.of(words[0]),
                              src_key_padding_mask=hidden(own.padding) if every else None)
            write_case(file, words, module, watch, run, {'source.x': source, 'target.x': target},
                       lambda value: ())


def write_encoders(file):
    """Without a norm behind the last layer."""
    width, heads, inner, batch, length, layers = 8, 2, 16, 3, 4, 2

    def build(**given):
        return nn.TransformerEncoder(nn.TransformerEncoderLayer(width, heads, inner, **given), layers)
    model = randomise(build(**options('post', 'relu', '1e-05')))
    source, masks = single(batch, length, width), SourceMasks(batch, length)
    file.write(f'set encoder {layers}\nheads {heads}\n')
    write_tensor(file, 'source', source)
    write_tensors(file, stack_tensors('encoder', model))
    masks.write(file)
    for words, given in variants(('causal', 'padding')):
        module = like(build(**given), model.state_dict())
        matrix, padding = masks.of(words[0])
        write_case(file, words, module, lambda recorder: recorder.watch_stack('encoder', module),
                   lambda source: module(source, hidden(matrix), hidden(padding)), {'source.x': source},
                   lambda value: ())
