import type { Texts } from './en.js';

/** The menu of what can be taken to another place. */
export const texts: Texts = {
  figure: '这张图',
  figureHint: 'SVG 和 LaTeX 放大也清晰；Markdown 把数值写成表格。',
  step: '这一步',
  stepHint: '数值：.npz 用 numpy.load 读取，JSON 任何程序都能读。',
  trace: '所有步骤',
  traceHint: 'JSON 用 ap.traceFrom(text) 还原，编辑和错误演示都在。',
  program: '写成程序',
  programHint: '用 Python 把每一步重新算一遍。',
  page: '这个页面',
  pageHint: 'HTML 文件不需要网络；复制的内容能在别处显示同样的页面。',
  html: 'HTML 文件',
  link: '复制链接',
  embed: '复制嵌入代码',
  frame: '复制 iframe',
  writing: '正在生成……',
  /** Of a page or a frame that shows what is shown here: {sentence} */
  pageTitle: '注意力：{sentence}',
  noScript: '此页面在您的浏览器中一步一步计算注意力，需要启用 JavaScript。',
};
