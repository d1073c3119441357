# One thread of PyTorch, asked line by line: {"prepare": …}, {"time": count}, {"results": path}.

import json
import math
import sys
import time

import torch
import torch.nn.functional as F

torch.set_num_threads(1)
torch.set_grad_enabled(False)


def scaled_dot_product_attention(query, key, value, mask=None):
    scores = query @ key.transpose(-1, -2) * (1 / math.sqrt(query.shape[-1]))
    weights = F.softmax(scores if mask is None else scores + mask, -1)
    return weights @ value, weights


def program(work, tensors):
    dims = work["dims"]
    if work["kind"] == "matmul":
        return lambda: [tensors["a"] @ tensors["b"]]
    if work["kind"] == "attention":
        query, key, value = tensors["query"], tensors["key"], tensors["value"]
        tokens = dims["tokens"]
        mask = None
        if work["causal"]:
            mask = torch.full((tokens, tokens), -math.inf).triu(1)
        if not work["weights"] and hasattr(F, "scaled_dot_product_attention"):
            causal = work["causal"]
            return lambda: [F.scaled_dot_product_attention(query, key, value, is_causal=causal)]
        kept = 2 if work["weights"] else 1
        return lambda: scaled_dot_product_attention(query, key, value, mask)[:kept]
    if work["kind"] == "layer":

        def layer():
            def split(weight):
                heads = (dims["tokens"], dims["heads"], dims["width"])
                return (tensors["x"] @ weight).view(heads).transpose(0, 1)

            projected = [split(tensors[name]) for name in ("wq", "wk", "wv")]
            mixed = scaled_dot_product_attention(*projected)[0].transpose(0, 1)
            return [mixed.reshape(dims["tokens"], dims["model"]) @ tensors["wo"]]

        return layer
    if work["kind"] == "softmax":
        return lambda: [F.softmax(tensors["x"], 1)]
    weight, bias = tensors["weight"], tensors["bias"]
    return lambda: [F.layer_norm(tensors["x"], weight.shape, weight, bias, 1e-5)]


def read(operands):
    return {
        name: torch.frombuffer(bytearray(open(path, "rb").read()), dtype=torch.float32).reshape(shape)
        for name, (path, shape) in operands.items()
    }


def write(tensors, path):
    with open(path, "wb") as file:
        for tensor in tensors:
            file.write(tensor.contiguous().numpy().tobytes())
    return [tensor.numel() for tensor in tensors]


def answer(value):
    print(json.dumps(value), flush=True)


answer(torch.__version__)
run = None
for line in sys.stdin:
    request = json.loads(line)
    if "prepare" in request:
        run = program(request["prepare"], read(request["operands"]))
        answer(True)
    elif "time" in request:
        start = time.perf_counter()
        for _ in range(request["time"]):
            run()
        answer((time.perf_counter() - start) * 1e3 / request["time"])
    else:
        answer(write(run(), request["results"]))
