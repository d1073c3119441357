"""training: the losses of updates by torch.optim, from given parameters and batches, in both precisions."""
import copy
import math

import torch
from torch import nn
from torch.nn import functional

from files import write_tensor, write_tensors
from language import HEADS, IGNORED, INNER, VOCABULARY, WIDTH, LanguageModel, end_tensors
from modules import hidden, options, randomise, stack_tensors

UPDATES, BATCHES, SENTENCES = 50, 4, 3
SOURCE, TARGET = 5, 4
RATES = {'adamw': 0.01, 'sgd': 0.05}
WARMUP, FLOOR = 5, 0.1


def rate_of(name, update):
    """Linear warm-up, then a cosine to a tenth."""
    if update <= WARMUP:
        return RATES[name] * update / WARMUP
    done = (update - WARMUP) / (UPDATES - WARMUP)
    return RATES[name] * (FLOOR + (1 - FLOOR) * (1 + math.cos(math.pi * done)) / 2)


def optimizer_of(name, module):
    """Weight decay only for matrices and tables."""
    groups = [{'params': [each for each in module.parameters() if each.dim() >= 2], 'weight_decay': 0.01},
              {'params': [each for each in module.parameters() if each.dim() < 2], 'weight_decay': 0.0}]
    if name == 'adamw':
        return torch.optim.AdamW(groups, betas=(0.9, 0.98), eps=1e-8)
    return torch.optim.SGD(groups, lr=RATES[name], momentum=0.9)


def losses(module, name, run, dtype):
    module = copy.deepcopy(module).to(dtype).train()
    optimizer = optimizer_of(name, module)
    found = []
    for update in range(1, UPDATES + 1):
        for group in optimizer.param_groups:
            group['lr'] = rate_of(name, update)
        optimizer.zero_grad(set_to_none=True)
        logits, labels = run(module, (update - 1) % BATCHES)
        loss = functional.cross_entropy(logits.reshape(-1, VOCABULARY), labels.reshape(-1), ignore_index=IGNORED)
        loss.backward()
        nn.utils.clip_grad_norm_(module.parameters(), 1.0)
        optimizer.step()
        found.append(loss.item())
    return torch.tensor(found, dtype=torch.float64)


def write_set(file, name, module, batches, run):
    file.write(f'set training {name}\nheads {HEADS}\n')
    write_tensors(file, end_tensors(module))
    for stack in ('encoder', 'decoder'):
        own = getattr(module.layers, stack, None)
        own = module.layers if own is None and stack == 'decoder' else own
        if own is not None:
            write_tensors(file, stack_tensors(stack, own))
    for number, batch in enumerate(batches):
        for part, ids in batch.items():
            write_tensor(file, f'{part}_{number}', ids)
    for optimizer in RATES:
        exact, rounded = (losses(module, optimizer, run, dtype) for dtype in (torch.float64, torch.float32))
        assert exact[-1] < 0.8 * exact[0], (name, optimizer)
        file.write(f'case causal {optimizer}\n')
        write_tensor(file, 'losses', exact)
        write_tensor(file, 'losses_of_floats', rounded)


def batches_of(parts):
    """What is expected is the next token but one, so that there is something to learn; a few positions are left out."""
    for _ in range(BATCHES):
        batch = {f'{part}_ids': torch.randint(VOCABULARY, (SENTENCES, length)) for part, length in parts.items()}
        labels = (batch['target_ids'] * 3 + 1) % VOCABULARY
        labels[0, 0] = IGNORED
        labels[2, -1] = IGNORED
        yield {**batch, 'labels': labels}


def write_losses(file):
    layer = options('post', 'relu', '1e-05')
    causal = torch.ones(TARGET, TARGET).tril().bool()
    whole = LanguageModel(nn.Transformer(WIDTH, HEADS, 1, 1, INNER, **layer), 'sinusoidal', True, False)
    whole = randomise(whole)
    batches = list(batches_of({'source': SOURCE, 'target': TARGET}))

    def of_both(module, number):
        batch = batches[number]
        return module(batch['source_ids'], batch['target_ids'], tgt_mask=hidden(causal)), batch['labels']
    write_set(file, 'encoder_decoder', whole, batches, of_both)

    layer = nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, **options('pre', 'gelu', '1e-05'))
    decoder = randomise(LanguageModel(nn.TransformerEncoder(layer, 2, nn.LayerNorm(WIDTH)), 'learned', False, False))
    own = list(batches_of({'target': TARGET}))

    def of_one(module, number):
        return module(own[number]['target_ids'], mask=hidden(causal)), own[number]['labels']
    write_set(file, 'decoder_only', decoder, own, of_one)
