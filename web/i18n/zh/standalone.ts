import type { standalone as english } from '../en/standalone.js';

export const standalone: typeof english = {
  title: '注意力：{sentence}',
  noScript: '此页面在您的浏览器中一步一步计算注意力，需要启用 JavaScript。',
};
