import type { steps as english } from './en-steps.js';

/** Heads on several workers. */
export const steps: typeof english = {
  worker_w_q: {
    title: '查询矩阵的一部分',
    text: '查询矩阵中属于这台设备的头的那些列。在输出之前，各个头互不依赖，所以每台设备可以单独计算自己的头。',
  },
  worker_w_k: {
    title: '键矩阵的一部分',
    text: '键矩阵中属于这台设备的头的那些列。',
  },
  worker_w_v: {
    title: '值矩阵的一部分',
    text: '值矩阵中属于这台设备的头的那些列。',
  },
  worker_w_o: {
    title: '输出矩阵的一部分',
    text: '输出矩阵中与这台设备的头相乘的那些行。前面的矩阵按列切分，这个按行切分（Shoeybi 等，2019）。',
  },
  worker_b_q: {
    title: '查询偏置的一部分',
    text: '查询偏置中属于这台设备的头的部分。',
  },
  worker_b_k: {
    title: '键偏置的一部分',
    text: '键偏置中属于这台设备的头的部分。',
  },
  worker_b_v: {
    title: '值偏置的一部分',
    text: '值偏置中属于这台设备的头的部分。',
  },
  partial_output: {
    title: '部分输出',
    text: '这台设备的头乘以输出矩阵中它的那些行。形状与完整的输出相同，但每个和只有一部分。',
  },
  summed_output: {
    title: '各设备之和',
    text: '所有设备的部分输出相加，就是完整的输出。点积可以分段相加，所以只差舍入。只有在这里，各台设备才必须会合。',
  },
};
