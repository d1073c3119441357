"""As much of PyTorch as the guide's page on notebooks uses, where that is not installed."""

import types

import numpy as np
from tests.support import TorchLike

float32 = 'float32'


def tensor(values, dtype=None):
    array = np.asarray(values)
    return TorchLike(array.astype(dtype or array.dtype), dtype or str(array.dtype))


def scaled_dot_product_attention(query, key, value, attn_mask):
    q, k, v, mask = (each.numpy() for each in (query, key, value, attn_mask))
    scores = np.where(mask, q @ k.swapaxes(-2, -1) / np.sqrt(q.shape[-1]), -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return TorchLike(weights / weights.sum(-1, keepdims=True) @ v)


functional = types.SimpleNamespace(scaled_dot_product_attention=scaled_dot_product_attention)
nn = types.SimpleNamespace(functional=functional)
