import type { problems as english } from '../en/problems.js';

/** What was wrong with an input or a setting, and what has been changed because of it. */
export const problems: typeof english = {
  heading: '设置无效',
  note: '提示',
  dismiss: '知道了',
  names: {
    sentence: '句子',
    numHeads: '头数',
    value: '数值',
    values: '数值',
    index: '单元格',
    path: '步骤',
    attnMask: '掩码',
    keyPaddingMask: '填充掩码',
    ids: '词元编号',
  },
  /** Where a step is named that is not there: {names} */
  steps: '这里的步骤有：{names}。',
  texts: {
    no_own_model: '这个浏览器里没有您的模型：请先在“训练”页训练一个，再从那里打开。',
    unknown_words: '训练好的模型不认识：{actual}。',
    rank: '{argument}的轴数不合适：{actual}。',
    shape: '{argument}的形状不合适：{actual}。',
    size: '{argument}的数值个数不合适：{actual}。',
    not_finite:
      '单元格只接受有限的数（只有掩码中可以是 −∞），而这里是 {actual}。上一次有效的数保持不变。',
    heads: '各个头平分宽度，所以头数必须整除它：{actual}。这里可用：{expected}。',
    rotary: '旋转位置编码把数两两一组旋转，所以每个头的宽度 d_k 必须是偶数，不能是 {actual}。',
    range: '{argument}是 {actual}，而这里只接受 {expected}。',
    range_whole: '{argument}是 {actual}，而这里只接受 {expected} 之间的整数。',
    number: '{argument}必须是一个数，范围 {expected}。',
    option: '没有 {argument} 这个选项；也许是 {expected}。',
    type: '{argument}的种类不被接受：{actual}。',
    missing: '缺少{argument}。',
    conflict: '{argument}与另一项设置矛盾。',
    overflow: '数太多，内存放不下：{actual}。',
    step: '这里没有步骤“{actual}”。',
    index: '这一步没有单元格 {actual}。',
    view: '内存中的顺序不允许这样的 view。',
    file: '文件无法读取：{argument} 处是 {actual}，应为 {expected}。',
    disposed: '这些数已经释放，请重试。',
    empty: '至少要有一个词元：{argument}是空的。',
    blank: '至少要有一个词元：{argument}只有空格。',
    too_long: '{argument}超过 {expected} 个词元，这是这里的上限。仍使用上一次有效的文本。',
    too_many_characters:
      '{argument}有 {actual} 个字符，这里的上限是 {expected} 个。仍使用上一次有效的文本。',
    too_many_numbers:
      '这样您给的数就有 {actual} 个，而这里最多 {expected} 个，因为地址要存下它们。',
    too_large:
      '按现在的句子、层数和头数，{argument}最多是 {expected}，不能是 {actual}：否则算一遍会让页面卡住。',
    paste_shape:
      '粘贴的矩阵是 {actual}，而这里需要 {expected}（行 × 列，各行一样长）。每行一行，或写成 [[1, 2], [3, 4]] 这样的列表。',
    paste_number:
      '粘贴的矩阵中有不是数的内容，位于行、列 {actual}。数之间用制表符、逗号或空格隔开；每行一行，或写成 [[1, 2], [3, 4]] 这样的列表。',
    url_version: '这个地址是为另一个版本的页面写的，无法读取。',
    state_version: '这个状态是为页面的另一个版本保存的，无法读取。',
  },
  notices: {
    paddingAdded: '句子长短不一，较短的用 [PAD] 填充，并已打开填充掩码。',
    paddingVisible: '没有掩码屏蔽 [PAD] 词元：查询会把它们当作词来读。选择填充掩码即可看到差别。',
    wordsUnread: '训练好的模型不认识：{words}。其余的词它照常读入。',
    editsDropped: '有些编辑过的单元格已不存在，这些编辑已放弃：{n} 处。',
    editsNotInLink: '编辑过的单元格超过 {n} 个，地址中不再包含它们。',
    faultDropped: '在现在的设置下无法制造所选的错误，因此已取消。',
    lookAt: '{text}',
    fetchingModel: '正在读取训练好的模型……',
    parametersDropped: '训练好的模型不能这样改动：现在的参数是随机的。',
    downhillDropped: '沿梯度下降的各步是为先前的设置而走的，已撤回：{n} 步。',
    vectorsDropped: '给定的词向量已不合适；现在的词元使用随机向量。',
    givenDropped: '您给的矩阵有些已不合适，已放弃：{n} 个。',
    clamped: '不合适的内容已改为最接近的有效值，或被略去：{names}。',
  },
};
