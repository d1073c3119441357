import type { ShippedName } from '../names.js';
import type { ModelClaim } from './en.js';

export const claims: Readonly<Record<ShippedName, ModelClaim>> = {
  'referent-emergent': {
    name: '“它”指的是什么？',
    claim:
      '没有人告诉这个头该看哪里。在 {examples} 个它从未见过的句子中，{points} 的“它”都看向了所指的词。',
  },
  referent: {
    name: '“它”：训练它去指',
    claim:
      '输出就是一个头：训练的目标是让它从“它”指向所指的词。在 {examples} 个从未见过的句子中，指对了 {sentences}。',
  },
  'translation-textbook': {
    name: '英译中',
    claim:
      '{examples} 个从未见过的句子，{sentences} 译得一字不差；第 2 层的头看向对应的英文词，占 {all}。',
  },
  'four-pairs': {
    name: '背下来的四对句子',
    claim: '四个句子和译文，经过 {updates} 次更新就背下来了。句子这么少，各个头不必特意去看什么。',
  },
  numbers: {
    name: '英文数词译成中文',
    claim:
      'three hundred and eight → 三百零八，直到 99,999：{examples} 个从未见过的数中，{sentences} 完全正确。写一个数字时，各个头合起来看向那个数字，占 {all}。',
  },
  'ring-before': {
    name: '环：跃变之前',
    claim: '更新 {updates} 次之后：{labels} 的步答对，{points} 的行看向归纳头该看的地方。',
  },
  'ring-jump': {
    name: '环：跃变之中',
    claim:
      '更新 {updates} 次之后，损失正在下降：{labels} 的步答对，{points} 的行看向归纳头该看的地方。',
  },
  ring: {
    name: '环：归纳头',
    claim:
      '第 1 层往回看一个位置；第 2 层找到现在这个字母上一次出现的地方，看向当时后面的那个：{points} 的行。{labels} 的步答对。',
  },
  reverse: {
    name: '倒序',
    claim:
      '它唯一的头从每个位置看向镜像的位置：{points}。{examples} 个从未见过的列表中，{sentences} 完全正确。',
  },
  sort: {
    name: '排序',
    claim:
      '它唯一的头找到与接下来要写的字母相同的一个：{points}。{examples} 个从未见过的列表中，{sentences} 完全正确。',
  },
  'verse-en': {
    name: '押韵的英文诗',
    claim: '它写的 200 首诗里，{judged} 的对句押韵。',
  },
  'verse-zh': {
    name: '五言诗',
    claim: '它写的 200 首诗里，{judged} 的第 2、4 行押韵。',
  },
};
