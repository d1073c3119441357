import type { starting as english } from '../en/starting.js';

export const starting: typeof english = {
  loading: '正在启动 C++ 计算内核……',
  failed: 'C++ 计算内核未能启动。网络是否连通？',
  retry: '重试',
};
