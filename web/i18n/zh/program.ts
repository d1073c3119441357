import type { program as english } from '../en/program.js';

/** The walk as a program: its lines around a step, and what is copied and saved. */
export const program: typeof english = {
  language: '程序所用的库',
  lines: '这一步前后的程序',
  note: '每一步是程序里的一行；程序自带数据，可以单独运行。这里权重的形状是 [in, out]，PyTorch 的 Linear 存的是它的转置。',
  copyStep: '复制这一步',
  copyProgram: '复制整个程序',
  saveScript: '保存为 .py',
  saveNotebook: '保存为 .ipynb',
  writing: '正在生成程序……',
  saved: '已保存',
  dataFile: '数据另存为 {file}，请与程序放在同一个文件夹里。',
  changed: '数值刚刚变了，请再试一次。',
};
