"""Weights as models give them: one tensor, or one for each layer."""

from typing import Any, Optional

from .tensors import is_tensor


def of_layer(weights: Any, layer: Optional[int]) -> Any:
    """The weights of one layer, or the weights where there are no layers.

    Layers are a tuple or a list of tensors [B, h, T, S], as `outputs.attentions` of Hugging Face's
    models has them, or one tensor [layers, B, h, T, S]. Without `layer` the last one is taken.
    """
    if not has_layers(weights, layer):
        if layer is not None:
            raise ValueError(f'layer is {layer}, but weights are of one layer.')
        return weights
    count = len(weights)
    chosen = count - 1 if layer is None else layer
    if isinstance(chosen, bool) or not isinstance(chosen, int):
        raise TypeError(f'layer is {chosen!r}; a whole number is needed.')
    if not -count <= chosen < count:
        raise ValueError(f'layer is {chosen}, of {count} layers: 0 to {count - 1}, or negative.')
    found = weights[chosen]
    if found is None:
        raise ValueError(
            f'weights[{chosen}] is None: the model did not return its weights; load it with '
            "attn_implementation='eager' and call it with output_attentions=True."
        )
    return found


def has_layers(weights: Any, layer: Optional[int]) -> bool:
    if is_tensor(weights):
        return getattr(weights, 'ndim', 0) == 5
    if not isinstance(weights, (tuple, list)) or len(weights) == 0:
        return False
    first = weights[0]
    within = first[0] if isinstance(first, (tuple, list)) and len(first) > 0 else None
    if is_tensor(within) and rank(within) == 4:
        raise ValueError(
            'weights has tensors for each step and layer, as generate() returns them; '
            'choose a step first: weights[step].'
        )
    tensors = [one for one in weights if is_tensor(one)]
    # A tuple of None is what a model returns that computes no weights.
    if len(tensors) + sum(one is None for one in weights) < len(weights):
        return False
    return layer is not None or not tensors or rank(tensors[0]) == 4


def rank(tensor: Any) -> int:
    return len(tensor.shape) if hasattr(tensor, 'shape') else 0
