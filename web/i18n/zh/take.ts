import type { take as english } from '../en/take.js';

/** The menu of what can be taken to another place. */
export const take: typeof english = {
  title: '导出与分享',
  saved: '已保存：{file}',
};
