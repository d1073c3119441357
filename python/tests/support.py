"""What tests share: reading a page back, and a tensor that behaves as PyTorch's does."""

import base64
import html
import json
import re
import unittest
from typing import Any, Dict

import numpy as np

from attention_playground import View, static_files

#: The scripts are put beside the package by the build of the repository.
needs_build = unittest.skipUnless(
    (static_files.STATIC / static_files.SINGLE).is_file(), 'nothing was built: npm run build'
)


def source_of(view: View) -> Dict[str, Any]:
    """The source that the page gets, with tensors as arrays."""
    source = json.loads(json.dumps(view.page.properties['source']))
    return {name: decoded(one) if isinstance(one, dict) else one for name, one in source.items()}


def decoded(tensor: Dict[str, Any]) -> np.ndarray:
    dtype = {'float32': '<f4', 'bool': bool}[tensor['dtype']]
    return np.frombuffer(base64.b64decode(tensor['base64']), dtype).reshape(tensor['shape'])


def document_of(frame: str) -> str:
    """The document that a frame's `srcdoc` has, by the rules of HTML for a quoted attribute."""
    return html.unescape(re.search(r'srcdoc="([^"]*)"', frame)[1])


def begun_with(document: str) -> Dict[str, Any]:
    """What a document's last script is called with."""
    return json.loads(re.search(r'\nbegin\((.*)\);\n</script>', document)[1])


class TorchLike:
    """By the methods of torch.Tensor that matter; what that refuses, this does."""

    def __init__(self, array: Any, dtype: str = 'float32', device: str = 'cpu', grad: bool = False):
        self._array = np.asarray(array)
        self.dtype, self.device, self.requires_grad = f'torch.{dtype}', device, grad

    shape = property(lambda self: self._array.shape)
    ndim = property(lambda self: self._array.ndim)

    def detach(self) -> 'TorchLike':
        return TorchLike(self._array, self.dtype[6:], self.device)

    def to(self, device: str) -> 'TorchLike':
        return TorchLike(self._array, self.dtype[6:], device, self.requires_grad)

    def float(self) -> 'TorchLike':
        return TorchLike(self._array.astype(np.float32), 'float32', self.device, self.requires_grad)

    def numpy(self) -> np.ndarray:
        if self.requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad.")
        if self.device != 'cpu':
            raise TypeError("can't convert cuda:0 device type tensor to numpy.")
        if self.dtype == 'torch.bfloat16':
            raise TypeError('Got unsupported ScalarType BFloat16')
        return self._array

    def __array__(self, dtype: Any = None) -> np.ndarray:
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, index: Any) -> 'TorchLike':
        return TorchLike(self._array[index], self.dtype[6:], self.device, self.requires_grad)
