"""Your own attention weights, heads and masks in a notebook, one named step at a time.

    import attention_playground as ap

    ap.show(weights, tokens=tokens)          # attention weights of a model, as they are
    ap.trace(q, k, v, is_causal=True)        # from queries, keys and values, every step
    ap.playground('The cat sat', heads=4)    # the whole playground

Each returns a `View`, which a notebook shows in a frame. Tensors are NumPy's, PyTorch's (any dtype
and device), nested lists, or whatever has `__array__`. Axes are named as in Vaswani et al. 2017 and
PyTorch: B sentences, h heads, T queries, S keys, d numbers a head.
"""

from .calls import playground, show, trace
from .defaults import set_language, set_script
from .version import __version__
from .view import View

__all__ = [
    'View',
    '__version__',
    'playground',
    'set_language',
    'set_script',
    'show',
    'trace',
]
