// What people type when they search for attention, and the page of the site that should be among the first that they are shown.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { siteFolder } from '../../../scripts/build/site.mjs';
import { importWeb } from '../support/bundled.mjs';

/** VitePress's own copy. */
const { default: MiniSearch } = await import(
  pathToFileURL(createRequire(import.meta.resolve('vitepress')).resolve('minisearch'))
);
const { miniSearch } = await importWeb('site/.vitepress/search-words.ts');

/** How many results are seen before one scrolls. */
const FIRST = 5;

/** As VitePress's box searches: node_modules/vitepress/dist/client/theme-default/components/VPLocalSearchBox.vue. */
const options = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: {
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    ...miniSearch.searchOptions,
  },
  ...miniSearch.options,
};

async function readIndex(name) {
  const folder = join(siteFolder, 'assets/chunks');
  const file = readdirSync(folder).find((each) => each.startsWith(`@localSearchIndex${name}.`));
  const { default: json } = await import(pathToFileURL(join(folder, file)));
  return MiniSearch.loadJSON(json, options);
}

/** By page: what leads to it. */
const terms = {
  root: {
    '': ['visualize attention weights', 'attention visualization'],
    play: [
      'attention calculator',
      'head view',
      'QKV step by step',
      'self-attention by hand',
      'self attention by hand',
      'numerical example',
      'view vs transpose vs contiguous',
      'backpropagation through attention',
      'dQ dK dV',
      'multi-head attention step by step',
    ],
    transformer: ['transformer step by step', 'cross-attention'],
    'learn/glossary': ['glossary', 'dot product', 'stride', '点积', 'residual connection'],
    'learn/it': ['what does it mean', 'attention weights in one sentence'],
    'learn/by-hand': ['attention by hand', 'dot product scores shares'],
    'learn/shares': ['softmax shares', 'how softmax works'],
    'learn/query-key-value': ['query key value', 'query, key and value explained'],
    'learn/why-scale': ['why √d_k', 'gradient vanish softmax'],
    'explore/positions': ['positional encoding', 'numerical example'],
    'explore/scaling': [
      'why sqrt d_k',
      '√d_k',
      'why divide by sqrt(d_k)',
      'scaled dot-product attention',
    ],
    'explore/attention-kinds': [
      'causal mask',
      'padding mask',
      'cross-attention',
      'self-attention vs cross-attention',
    ],
    'explore/generate': ['KV cache', 'kv-cache', 'temperature top-k'],
    'explore/train': ['train GPT in the browser', 'GPT from scratch', 'train transformer'],
    'explore/tiles': ['FlashAttention', 'flash attention', 'online softmax'],
    'explore/workers': ['tensor parallelism', 'Megatron-LM'],
    'guide/api': [
      'is_causal',
      'isCausal',
      'key_padding_mask',
      'True or False',
      'MultiheadAttention output does not match',
      'nn.MultiheadAttention',
      'NaN',
      'fully masked row',
      'view vs transpose vs contiguous',
      'backpropagation through attention',
      'dQ dK dV',
      'scaled_dot_product_attention',
    ],
    'guide/models': ['attention heads', 'trained models'],
    'guide/take-along': ['LaTeX', 'npz'],
    'guide/offline': ['offline', 'without a network', 'install as an app'],
    'guide/command-line': ['command line', 'terminal', 'npx'],
    'guide/notebooks': ['Jupyter', 'notebook', 'Hugging Face attention', 'PyTorch weights'],
    'guide/embed': ['embed'],
    'guide/elements': ['attributes', 'events of an element'],
    'guide/hosts/reveal': ['reveal.js'],
    'guide/hosts/next': ['next.js', 'server component'],
    'guide/hosts/docusaurus': ['docusaurus'],
    'guide/hosts/angular': ['angular'],
    'guide/benchmark': ['benchmark', 'WebAssembly SIMD'],
  },
  zh: {
    '': ['注意力机制 可视化', '注意力可视化', '中文版', '注意力权重'],
    play: [
      '注意力计算器',
      '注意力 手算',
      '逐步计算',
      'QKV 逐步计算',
      '多头注意力 逐步计算',
      '自注意力 手算',
      '注意力 反向传播',
      'dQ dK dV',
      'view transpose contiguous',
    ],
    transformer: ['交叉注意力', 'Transformer 逐步计算'],
    'learn/glossary': ['术语表', '多头注意力', '步长', 'dot product', '残差连接'],
    'learn/it': ['注意力权重', '它 指的是谁'],
    'learn/by-hand': ['手算 注意力'],
    'learn/shares': ['softmax 份额'],
    'learn/query-key-value': ['查询 键 值'],
    'learn/why-scale': ['为什么除以 √d_k'],
    'explore/positions': ['位置编码', '数值例子'],
    'explore/scaling': ['为什么除以 sqrt d_k', '除以根号', '√d_k', '缩放点积注意力'],
    'explore/attention-kinds': ['掩码', '因果掩码', '填充掩码', '交叉注意力'],
    'explore/generate': ['KV 缓存', 'KV cache'],
    'explore/train': ['训练 GPT', '浏览器 训练', '从零训练'],
    'learn/tiles': ['在线 softmax'],
    'explore/tiles': ['FlashAttention'],
    'explore/workers': ['张量并行'],
    'guide/api': [
      'is_causal',
      'key_padding_mask',
      'True False',
      'MultiheadAttention 输出不一致',
      'NaN',
      '整行都被屏蔽',
    ],
    'guide/models': ['注意力头', '训练好的模型'],
    'guide/take-along': ['导出', 'LaTeX'],
    'guide/offline': ['离线', '没有网络'],
    'guide/command-line': ['命令行', '终端'],
    'guide/notebooks': ['Jupyter', 'Notebook', 'Hugging Face 注意力'],
    'guide/embed': ['嵌入网页'],
    'guide/elements': ['元素的属性'],
    'guide/hosts/next': ['next.js', '服务器组件'],
    'guide/benchmark': ['基准测试'],
  },
};

for (const [name, ofPages] of Object.entries(terms)) {
  const index = await readIndex(name);
  const base = `${process.env.SITE_BASE ?? '/'}${name === 'root' ? '' : 'zh/'}`;
  describe(`the search of the site (${name}) finds`, () => {
    for (const [page, wanted] of Object.entries(ofPages)) {
      const address = base + page + (page && '.html');
      for (const term of wanted) {
        test(`“${term}” on ${address}`, () => {
          const found = index.search(term).map(({ id }) => id);
          const first = found.slice(0, FIRST);
          assert.ok(
            first.some((id) => id.split('#')[0] === address),
            `among the first of ${found.length}: ${first.join(', ')}`,
          );
        });
      }
    }

    test('nothing for words that are nowhere', () => {
      assert.deepEqual(index.search('zymurgy'), []);
      assert.deepEqual(index.search('attention zymurgy'), []);
    });
  });
}
