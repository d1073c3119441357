import type { Language } from '../../../../i18n/index.js';

/** The words of a worksheet around what its lesson says. */
export const sheetTexts = {
  en: {
    lang: 'en',
    worksheet: 'Worksheet',
    answers: 'With answers',
    withAnswers: 'Worksheet with answers',
    blank: 'With blanks',
    lesson: 'To the lesson',
    name: 'Name',
    date: 'Date',
    changed: 'What I changed',
    cell: 'The cell',
    word: 'The word',
    print: 'One page A4: print it with the browser.',
    colon: ': ',
  },
  zh: {
    lang: 'zh-CN',
    worksheet: '练习页',
    answers: '带答案',
    withAnswers: '带答案的练习页',
    blank: '留空',
    lesson: '回到这一课',
    name: '姓名',
    date: '日期',
    changed: '我改了什么',
    cell: '单元格',
    word: '这个词',
    print: '一页 A4，用浏览器打印。',
    colon: '：',
  },
} satisfies Record<Language, Record<string, string>>;
