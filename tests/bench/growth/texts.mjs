// What figures and their captions say, by language.

const count = (value) => value.toLocaleString('en');
const tokens = (value) => `${count(value)} tokens`;

const en = {
  names: {
    ours: 'this project',
    onnxruntime: 'onnxruntime-web',
    jax: 'jax-js',
    tfjs: 'TensorFlow.js',
  },
  milliseconds: 'ms',
  studies: {
    attention: {
      time: 'Time of attention',
      memory: 'Wasm memory of attention',
      setting: 'Attention of one head of width 64, copies included',
      horizontal: 'tokens T',
      at: tokens,
      twice: 'twice as many take',
    },
    trace: {
      time: 'Time of a trace',
      memory: 'Wasm memory of a trace',
      setting: 'A trace of attention with D 64 and 8 heads, every step kept',
      horizontal: 'tokens T',
      at: tokens,
      twice: 'twice as many take',
    },
    width: {
      time: 'Time of an update by width',
      memory: 'Wasm memory of an update by width',
      setting:
        'An update of an encoder-decoder with 2 + 2 layers, 8 sentences of 16 tokens in a batch',
      horizontal: 'width D',
      at: (size) => `width ${count(size)}`,
      twice: 'twice the width takes',
    },
    batch: {
      time: 'Time of an update by batch',
      memory: 'Wasm memory of an update by batch',
      setting:
        'An update of an encoder-decoder with 2 + 2 layers and width 64, sentences of 16 tokens',
      horizontal: 'sentences in a batch',
      at: (size) => `${count(size)} ${size === 1 ? 'sentence' : 'sentences'}`,
      twice: 'twice as many take',
    },
  },
  grows: (from, twice, times) => `from ${from} on, ${twice} ${times} times as long`,
  behind: (at, engines) =>
    `at ${at}, ${engines.map(([name, times], i) => `${name}${i ? '' : ' takes'} ${times} times`).join(' and ')} as long as this project`,
  refuses: (name, last) => `${name} refuses more than ${last}, where its curve ends`,
  steady: (bytes) => `wasm memory stays at ${bytes}`,
  memory: (bytes, until, more, last) =>
    `wasm memory is ${bytes} up to ${until} and ${more} at ${last}`,
  memoryOf: (name, bytes, at) => `${name} has ${bytes} at ${at}`,
  caption: (setting, parts) => `${setting}: ${parts.join('; ')}.`,
  description: (setting, parts, curves) =>
    `${en.caption(setting, parts)} Both axes are logarithmic. Curves: ${curves.join('; ')}.`,
  curve: (name, value, from, other, to) => `${name} from ${value} at ${from} to ${other} at ${to}`,
};

/** A space between Chinese and other letters or digits, whatever was put where. */
const spaced = (text) =>
  text.replace(/(?<=[\u4e00-\u9fff])(?=\w)|(?<=\w)(?=[\u4e00-\u9fff])/g, ' ');

const zh = {
  names: { ...en.names, ours: '本项目' },
  milliseconds: '毫秒',
  studies: {
    attention: {
      time: '注意力的耗时',
      memory: '注意力的 wasm 内存',
      setting: '一个宽 64 的头的注意力，含复制',
      horizontal: '词元数 T',
      at: (size) => `${count(size)} 个词元`,
      twice: '词元数每翻一倍',
    },
    trace: {
      time: '轨迹的耗时',
      memory: '轨迹的 wasm 内存',
      setting: 'D 为 64、有 8 个头的注意力的轨迹，保留每一步',
      horizontal: '词元数 T',
      at: (size) => `${count(size)} 个词元`,
      twice: '词元数每翻一倍',
    },
    width: {
      time: '一次更新的耗时与宽度',
      memory: '一次更新的 wasm 内存与宽度',
      setting: '2 + 2 层编码器–解码器的一次更新，每批 8 句，每句 16 个词元',
      horizontal: '宽度 D',
      at: (size) => `宽度 ${count(size)}`,
      twice: '宽度每翻一倍',
    },
    batch: {
      time: '一次更新的耗时与批次',
      memory: '一次更新的 wasm 内存与批次',
      setting: '宽 64 的 2 + 2 层编码器–解码器的一次更新，每句 16 个词元',
      horizontal: '每批的句数',
      at: (size) => `每批 ${count(size)} 句`,
      twice: '句数每翻一倍',
    },
  },
  grows: (from, twice, times) => `从${from}起，${twice}，耗时变为 ${times} 倍`,
  behind: (at, engines) =>
    `${at}时，${engines.map(([name, times], i) => `${name} ${i ? '是' : '的耗时是本项目的'} ${times} 倍`).join('，')}`,
  refuses: (name, last) => `${name} 拒绝超过${last}的输入，曲线到此为止`,
  steady: (bytes) => `wasm 内存始终为 ${bytes}`,
  memory: (bytes, until, more, last) => `wasm 内存直到${until}都是 ${bytes}，${last}时为 ${more}`,
  memoryOf: (name, bytes, at) => `${name} 在${at}时为 ${bytes}`,
  caption: (setting, parts) => spaced(`${setting}：${parts.join('；')}。`),
  description: (setting, parts, curves) =>
    spaced(`${zh.caption(setting, parts)}两轴均为对数刻度。曲线：${curves.join('；')}。`),
  curve: (name, value, from, other, to) => `${name}从${from}时的 ${value}到${to}时的 ${other}`,
};

export const texts = { en, zh };
