"""Tensors of NumPy and PyTorch, as JSON for the page."""

import importlib.util
import unittest

import numpy as np

from attention_playground import tensors

from .support import TorchLike, decoded

NUMBERS = np.array([[0.1, -2.5], [3e-8, 7.0]])


class Read(unittest.TestCase):
    def test_what_is_read_has_the_same_float32(self):
        given = {
            'float64': NUMBERS,
            'float32': NUMBERS.astype(np.float32),
            'lists': NUMBERS.tolist(),
            'tuples': tuple(map(tuple, NUMBERS)),
            'not contiguous': np.asfortranarray(NUMBERS),
            'a view': np.repeat(NUMBERS, 2, axis=1)[:, ::2],
            'big-endian': NUMBERS.astype('>f8'),
            'PyTorch': TorchLike(NUMBERS),
            'PyTorch on another device, with a graph': TorchLike(NUMBERS, device='cuda', grad=True),
            'PyTorch in bfloat16': TorchLike(NUMBERS, 'bfloat16'),
        }
        for name, value in given.items():
            with self.subTest(name):
                array = tensors.as_array('weights', value)
                np.testing.assert_array_equal(array, NUMBERS.astype(np.float32))
                self.assertEqual(array.dtype, np.float32)

    def test_half_precision_and_whole_numbers_are_read(self):
        half = NUMBERS.astype(np.float16)
        np.testing.assert_array_equal(tensors.as_array('x', half), half.astype(np.float32))
        np.testing.assert_array_equal(tensors.as_array('x', [[1, 2]]), [[1, 2]])

    def test_bools_stay(self):
        for value in ([[True, False]], TorchLike([[True, False]], 'bool', 'cuda')):
            array = tensors.as_array('attn_mask', value)
            self.assertEqual(array.dtype, bool)
            self.assertEqual(array.tolist(), [[True, False]])

    def test_what_has_an_array_is_read(self):
        class Own:
            def __array__(self, dtype=None, copy=None):
                return NUMBERS

        np.testing.assert_allclose(tensors.as_array('x', Own()), NUMBERS, rtol=1e-7)

    def test_what_is_no_tensor_is_refused_by_name(self):
        times = np.array(['2020'], 'datetime64')
        for value in (['a'], [[1], [2, 3]], [1j], None, {}, times, object()):
            with self.subTest(str(value)), self.assertRaisesRegex(TypeError, '^weights '):
                tensors.as_array('weights', value)

    def test_what_is_too_large_for_float32_is_infinite(self):
        self.assertEqual(tensors.as_array('x', [1e300]).tolist(), [np.inf])


class Encode(unittest.TestCase):
    def test_numbers_come_back_to_the_last_bit(self):
        random = np.random.default_rng(3)
        for _ in range(50):
            shape = random.integers(1, 6, random.integers(1, 5))
            bits = random.integers(0, 2**32, shape, dtype=np.uint32)
            for array in (bits.view(np.float32), bits % 2 == 0):
                back = decoded(tensors.encoded(array))
                self.assertEqual(back.dtype, array.dtype)
                self.assertEqual(back.tobytes(), array.tobytes())
                self.assertEqual(back.shape, array.shape)


@unittest.skipUnless(importlib.util.find_spec('torch'), 'PyTorch is not here')
class Torch(unittest.TestCase):
    def test_tensors_of_pytorch_are_read(self):
        import torch

        for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
            tensor = torch.tensor(NUMBERS, dtype=dtype, requires_grad=True)
            np.testing.assert_array_equal(
                tensors.as_array('x', tensor), tensor.detach().float().numpy()
            )
        self.assertEqual(tensors.as_array('x', torch.tensor([True])).dtype, bool)
