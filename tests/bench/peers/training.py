# Updates of nn.Transformer, or of a decoder alone, with embeddings, an output layer and cross-entropy: forward, backward,
# clipping and AdamW, on one thread of PyTorch. Asked line by line: {"prepare": model, "parameters": …, "ids": …},
# {"gradients": path}, {"updates": count}, {"time": count}.

import json
import math
import sys
import time

import torch
from torch import nn

torch.set_num_threads(1)


def blas():
    """The library of linear algebra that is loaded."""
    names = {line.split("/")[-1].strip() for line in open("/proc/self/maps") if "blas" in line}
    return sorted(names)


def sinusoids(length, width):
    angles = torch.arange(length)[:, None] * torch.exp(
        torch.arange(0, width, 2) * (-math.log(10000.0) / width)
    )
    return torch.stack((angles.sin(), angles.cos()), -1).reshape(length, width)


class Model(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        width = sizes["dModel"]
        self.embedding = nn.Embedding(sizes["vocabulary"], width)
        layers, options = sizes["layers"], {"dropout": 0.0, "batch_first": True}
        options["norm_first"] = sizes.get("normFirst", False)
        options["activation"] = sizes.get("activation", "relu")
        self.alone = sizes["architecture"] == "decoder-only"
        if self.alone:
            # Its layers under a causal mask are a decoder without a memory.
            layer = nn.TransformerEncoderLayer(width, sizes["nhead"], sizes["dimFeedforward"], **options)
            self.transformer = nn.TransformerEncoder(layer, layers, nn.LayerNorm(width))
        else:
            self.transformer = nn.Transformer(width, sizes["nhead"], layers, layers, sizes["dimFeedforward"], **options)
        self.output = nn.Linear(width, sizes["vocabulary"])
        self.register_buffer("positions", sinusoids(sizes["tokens"], width))
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(sizes["tokens"]))

    def forward(self, *texts):
        *texts, labels = texts
        words = [self.embedding(ids) + self.positions for ids in texts]
        hidden = self.transformer(*words, **{"mask" if self.alone else "tgt_mask": self.mask})
        return nn.functional.cross_entropy(self.output(hidden).flatten(0, 1), labels.flatten())


def attention(path, module):
    for at, letter in enumerate("qkv"):
        yield f"{path}.w_{letter}", module.in_proj_weight, at, True
        yield f"{path}.b_{letter}", module.in_proj_bias, at, False
    yield f"{path}.w_o", module.out_proj.weight, None, True
    yield f"{path}.b_o", module.out_proj.bias, None, False


def linear(weight, bias, module):
    yield weight, module.weight, None, True
    yield bias, module.bias, None, False


def norm(path, module):
    yield f"{path}_weight", module.weight, None, False
    yield f"{path}_bias", module.bias, None, False


def named(model):
    """(our path, PyTorch's parameter, which third of it or None, whether it is transposed)."""
    yield "embedding_table", model.embedding.weight, None, False
    whole = model.transformer
    stacks = {"decoder": whole} if model.alone else {"encoder": whole.encoder, "decoder": whole.decoder}
    for name, stack in stacks.items():
        for number, layer in enumerate(stack.layers):
            path = f"{name}.{number}"
            yield from attention(f"{path}.self_attention", layer.self_attn)
            crosses = hasattr(layer, "multihead_attn")
            if crosses:
                yield from attention(f"{path}.cross_attention", layer.multihead_attn)
            inner = f"{path}.feed_forward"
            yield from linear(f"{inner}.w_1", f"{inner}.b_1", layer.linear1)
            yield from linear(f"{inner}.w_2", f"{inner}.b_2", layer.linear2)
            for at in range(1, 4 if crosses else 3):
                yield from norm(f"{path}.norm_{at}", getattr(layer, f"norm{at}"))
        yield from norm(f"{name}.norm", stack.norm)
    yield from linear("w_vocabulary", "b_vocabulary", model.output)


def part(tensor, third, transposed):
    own = tensor if third is None else tensor.chunk(3)[third]
    return own.t() if transposed else own


def prepare(request):
    model = Model(request["prepare"])
    given = request["parameters"]
    with torch.no_grad():
        for path, parameter, third, transposed in named(model):
            file, shape = given.pop(path)
            numbers = torch.frombuffer(bytearray(open(file, "rb").read()), dtype=torch.float32)
            part(parameter, third, transposed).copy_(numbers.reshape(shape))
    assert not given, f"PyTorch has no {list(given)}"
    ids = request["ids"]
    return model, [torch.tensor(ids[name]) for name in ("source", "target", "labels") if name in ids]


def optimizer_of(model, rate):
    """Weight decay only for matrices and tables."""
    groups = [
        {"params": [each for each in model.parameters() if each.dim() >= 2], "weight_decay": 0.01},
        {"params": [each for each in model.parameters() if each.dim() < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98))


def step(model, ids):
    for parameter in model.parameters():
        parameter.grad = None
    loss = model(*ids)
    loss.backward()
    return loss


def update(model, optimizer, ids):
    loss = step(model, ids)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss


def write_gradients(model, ids, path):
    loss = step(model, ids).item()
    places = {}
    with open(path, "wb") as file:
        for name, parameter, third, transposed in named(model):
            own = part(parameter.grad, third, transposed).contiguous()
            places[name] = [file.tell() // 4, own.numel()]
            file.write(own.numpy().tobytes())
    return {"loss": loss, "places": places}


def answer(value):
    print(json.dumps(value), flush=True)


answer({"version": torch.__version__, "blas": blas()})
for line in sys.stdin:
    request = json.loads(line)
    if "prepare" in request:
        model, ids = prepare(request)
        optimizer = optimizer_of(model, request["lr"])
        answer(True)
    elif "updates" in request:
        answer({"losses": [update(model, optimizer, ids).item() for _ in range(request["updates"])]})
    elif "time" in request:
        start = time.perf_counter()
        for _ in range(request["time"]):
            update(model, optimizer, ids)
        answer((time.perf_counter() - start) * 1e3 / request["time"])
    else:
        answer(write_gradients(model, ids, request["gradients"]))
