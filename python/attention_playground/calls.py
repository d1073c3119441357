"""`show`, `trace` and `playground`: from tensors and settings to a view."""

from typing import Any, Optional

import numpy as np

from . import options, settings
from .attentions import of_layer
from .inputs import heads_repeated, sentence_of, sentence_of_labels, value_of_weights
from .labels import of_scores
from .masks import as_mask
from .tensors import as_numbers, check_finite, check_size, encoded
from .view import View


def show(
    weights: Any,
    tokens: Any = None,
    *,
    key_tokens: Any = None,
    value: Any = None,
    layer: Optional[int] = None,
    sentence: Optional[int] = None,
    head: Optional[int] = None,
    step: str = 'weights',
    weights_view: str = 'matrix',
    lang: Optional[str] = None,
    height: Optional[int] = None,
    title: Optional[str] = None,
) -> View:
    """Shows attention weights as they are: no softmax is computed, and rows need not sum to 1.

    weights     [T, S], [h, T, S] or [B, h, T, S]: NumPy, PyTorch or lists. Or one tensor a layer: a
                tuple as `outputs.attentions` of Hugging Face's models, or [layers, B, h, T, S].
    tokens      labels of the T queries: texts; for a batch, also a list for each sentence. They
                label the S keys, too, unless there are `key_tokens`.
    key_tokens  labels of the S keys, where these are not the queries' (cross-attention).
    value       [S, d], [h, S, d] or [B, h, S, d], with as many axes as the weights: then the
                output, weights · value, is shown, too.
    layer       which layer, from 0, negative from the end; by default the last one.
    sentence    which sentence of a batch, from 0; by default all are there.
    head        the head that is shown first, from 0.
    step        the step that is shown first: 'weights', or with `value` also 'value' and 'context'.
    weights_view  'matrix', or 'heads': lines from queries to keys, or 'text': shaded keys.
    lang        'en' or 'zh'; by default that of `set_language`.
    height      of the frame, in CSS pixels; by default it becomes as high as the figure.
    title       of the page and of the frame.

    Numbers are rounded to float32. Weights may be NaN and infinite, and are shown as such.
    TypeError and ValueError name the argument that does not fit, and what does.
    """
    one = of_layer(weights, layer)
    array = as_numbers('weights', one, (2, 3, 4), '[T, S], [h, T, S] or [B, h, T, S]')
    arrays = {'weights': array}
    if value is not None:
        arrays['value'] = value_of_weights(value, array)
    if sentence is not None:
        tokens = sentence_of_labels(tokens, sentence)
        key_tokens = sentence_of_labels(key_tokens, sentence)
        arrays = {name: sentence_of(name, each, sentence) for name, each in arrays.items()}
    check_size(arrays)
    shape = arrays['weights'].shape
    return options.view_of(
        'show',
        source={name: encoded(each) for name, each in arrays.items()},
        labels=of_scores(tokens, key_tokens, shape, has_batch=len(shape) == 4),
        heads=shape[-3] if len(shape) > 2 else 1,
        words={'shape': list(shape)},
        queries=shape[-2],
        head=head,
        step=step,
        weights_view=weights_view,
        lang=lang,
        height=height,
        title=title,
    )


def trace(
    query: Any,
    key: Any = None,
    value: Any = None,
    attn_mask: Any = None,
    *,
    is_causal: bool = False,
    scale: Optional[float] = None,
    enable_gqa: bool = False,
    tokens: Any = None,
    key_tokens: Any = None,
    head: Optional[int] = None,
    step: str = 'weights',
    weights_view: str = 'matrix',
    lang: Optional[str] = None,
    height: Optional[int] = None,
    title: Optional[str] = None,
) -> View:
    """Shows every step of softmax(q · kᵀ · scale + mask) · v, which the page computes.

    Arguments have the names and the meaning that they have in PyTorch's
    torch.nn.functional.scaled_dot_product_attention, without its dropout.

    query       [T, d], [B, T, d] or [B, h, T, d]: NumPy, PyTorch or lists.
    key         [S, d], [B, S, d] or [B, h, S, d]; by default the query.
    value       [S, d_v], [B, S, d_v] or [B, h, S, d_v]; by default the key.
    attn_mask   broadcastable to the scores, [T, S], [B, T, S] or [B, h, T, S]. bool: True where a
                query may attend to a key; float: added to the scores. A query that may attend to no
                key gets weights and an output of zeros.
    is_causal   query t sees the keys 0 … t; not together with `attn_mask`, as in PyTorch.
    scale       what scores are multiplied by; by default 1/√d.
    enable_gqa  lets key and value have fewer heads than the query, which are repeated.
    tokens      labels of the T queries: texts; for a batch, also a list for each sentence. They
                label the S keys, too, unless there are `key_tokens`.
    key_tokens  labels of the S keys, where these are not the queries' (cross-attention).
    head        the head that is shown first, from 0.
    step        the step that is shown first, such as 'scores', 'weights' or 'context'.
    weights_view, lang, height, title  as in `show`.

    Numbers are rounded to float32, in which the page computes; they must be finite. TypeError and
    ValueError name the argument that does not fit, and what does.
    """
    axes = '[T, d], [B, T, d] or [B, h, T, d]'
    q = as_numbers('query', query, (2, 3, 4), axes)
    rank = (q.ndim,)
    like = f'as many axes as the query, {q.ndim},'
    k = q if key is None else as_numbers('key', key, rank, like)
    v = k if value is None else as_numbers('value', value, rank, like)
    arrays = {'query': q, 'key': k, 'value': v}
    for name, each in arrays.items():
        check_finite(name, each)
    arrays.update(heads_repeated(q, k, v, enable_gqa))
    scores = (*q.shape[:-1], k.shape[-2])
    more = {} if scale is None else {'scale': options.finite('scale', scale)}
    if attn_mask is not None:
        if is_causal:
            raise ValueError(
                'attn_mask and is_causal are both given; put the causal mask into attn_mask, '
                'such as attn_mask & np.tri(T, S, dtype=bool).'
            )
        arrays['attnMask'] = as_mask(attn_mask, scores)
    elif is_causal:
        more['isCausal'] = True
    check_size({**arrays, 'scores': np.broadcast_to(np.float32(0), scores)})
    shapes = {name: list(each.shape) for name, each in (('query', q), ('key', k), ('value', v))}
    return options.view_of(
        'trace',
        source={**{name: encoded(each) for name, each in arrays.items()}, **more},
        labels=of_scores(tokens, key_tokens, scores, has_batch=len(scores) > 2),
        heads=scores[1] if len(scores) == 4 else 1,
        words=shapes,
        queries=scores[-2],
        head=head,
        step=step,
        weights_view=weights_view,
        lang=lang,
        height=height,
        title=title,
    )


def playground(
    sentence: Any = None,
    *,
    lang: Optional[str] = None,
    height: Optional[int] = None,
    title: Optional[str] = None,
    **chosen: Any,
) -> View:
    """Shows the whole playground: a sentence, and every step of attention on it.

    sentence    a text, or a list of texts, which are a batch; by default one of a trained model.
    lang, height, title  as in `show`.
    chosen      attributes of `<attention-playground>`, with `_` for `-`: heads=2, d_model=16,
                mask='causal', mode='workbench' … With parameters='referent' or another trained
                model, that is in the page, too.

    TypeError names a setting that there is none of, and the nearest that there is.
    """
    return options.playground_view(
        settings.as_attributes(sentence, chosen), lang=lang, height=height, title=title
    )
