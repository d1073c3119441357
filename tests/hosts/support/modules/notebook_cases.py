"""Random cases of `trace` and `show`, with what NumPy computes in double precision."""

import json

import attention_playground as ap
import numpy as np
from IPython.display import display

TOKENS = ['"', "it's", '</script>', '<!--', '&lt;', '\u2028', 'cat', 'a b']
TOKENS += ['👩‍👩‍👧', '小猫', 'مرحبا', 'x' * 80]


def softmax(scores):
    with np.errstate(invalid='ignore'):
        numbers = np.exp(scores - scores.max(-1, keepdims=True))
        numbers /= numbers.sum(-1, keepdims=True)
    # A query that may attend to no key.
    return np.where(np.isneginf(scores).all(-1, keepdims=True), 0, numbers)


def traced(seed):
    """Shows one case; returns weights [B, T, S] or [B, h, T, S], and the output."""
    random = np.random.default_rng(seed)
    B, h, T, S, d, width = random.integers(1, [3, 4, 8, 8, 6, 5])
    lead = [(), (B,), (B, h)][seed % 3]
    q, k, v = (random.normal(size=(*lead, *shape)) * 2 for shape in ((T, d), (S, d), (S, width)))
    q, k, v = (each.astype(np.float32) for each in (q, k, v))
    options, added = {}, 0
    kind = ['none', 'causal', 'bool', 'float', 'padding'][seed % 5]
    if kind == 'causal':
        options['is_causal'] = True
        added = np.where(np.tri(T, S, dtype=bool), 0, -np.inf)
    if kind in ('bool', 'padding'):
        padding = (*lead[:1], *[1] * len(lead[1:]), 1, S)  # one row for all heads and queries
        mask = random.random(padding if kind == 'padding' else (*lead, T, S)) < 0.7
        options['attn_mask'] = mask
        added = np.where(mask, 0, -np.inf)
    if kind == 'float':
        added = options['attn_mask'] = random.normal(size=(T, S)).astype(np.float32)
    if seed % 2:
        options['scale'] = 0.3
    scale = options.get('scale', d**-0.5)
    scores = q.astype(float) @ k.astype(float).swapaxes(-2, -1) * scale + added
    weights = softmax(scores)
    lengths = {'tokens': T, 'key_tokens': S}
    labels = {name: random.choice(TOKENS, length).tolist() for name, length in lengths.items()}
    display(ap.trace(q, k, v, **options, **labels))
    rank = (None,) if not lead else ()  # a sentence alone is a batch of one
    return {
        'kind': kind,
        **labels,
        'weights': listed(weights[rank]),
        'context': listed((weights @ v.astype(float))[rank]),
    }


def shown(seed):
    """Shows weights as they are, some of them no numbers; returns them."""
    random = np.random.default_rng(seed)
    shape = random.integers(1, 7, 2 + seed % 3)
    weights = random.normal(size=shape).astype(np.float32)
    weights.flat[0] = [np.nan, np.inf, -np.inf, 1e-40][seed % 4]
    tokens = random.choice(TOKENS, shape[-2]).tolist()
    keys = random.choice(TOKENS, shape[-1]).tolist()
    display(ap.show(weights, tokens, key_tokens=keys))
    rank = (None,) * (4 - weights.ndim)
    return {'tokens': tokens, 'key_tokens': keys, 'weights': listed(weights[rank])}


def listed(array):
    """Shape and numbers; NaN and infinities as JavaScript writes them."""
    words = {'nan': 'NaN', 'inf': 'Infinity', '-inf': '-Infinity'}
    data = [float(one) if np.isfinite(one) else words[str(one)] for one in array.reshape(-1)]
    return {'shape': list(array.shape), 'data': data}


def run(case, seeds):
    print(json.dumps([case(seed) for seed in seeds]))
