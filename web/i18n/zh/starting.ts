import type { starting as english } from '../en/starting.js';

export const starting: typeof english = {
  loading: '正在启动 C++ 计算内核……',
  retry: '重试',
  failures: {
    unsupported: 'C++ 计算内核需要支持 SIMD 的 WebAssembly，此浏览器不支持。',
    policy: '此页面的内容安全策略（CSP）需要允许 {expected}。',
    network: '无法连接 {actual}，请检查网络。',
    unavailable: '服务器上没有 {actual}。',
    not_wasm: '收到的不是 WebAssembly：{actual}。',
    mismatch: 'WebAssembly 与页面的版本不一致，请刷新页面：{actual}。',
    memory: '内存不够。',
    unexpected: '发生了不该发生的错误：{actual}',
  },
  scripts: {
    texts: '文字内容未能加载：{actual}',
    steps: '其他步骤的图未能加载：{actual}',
    map: '结构图未能加载：{actual}',
    learned: '未能加载训练好的模型：{actual}',
    fault: '与正确值的比较未能加载：{actual}',
    settings: '设置无法加载：{actual}',
    tools: '工具无法加载：{actual}',
    weights: '注意力权重的视图无法加载：{actual}',
    memory: '内存视图未能加载：{actual}',
    figures: '图未能加载：{actual}',
    proof: '证明未能加载：{actual}',
    ribbon: '步骤条未能加载：{actual}',
    downhill: '“下降一步”未能加载：{actual}',
    equality: '与另一种头矩阵的比较未能加载：{actual}',
    walk: '全过程的卡片未能加载：{actual}',
  },
};
