/** What elements offer, in Chinese: by the English description in their classes. The build fails where one is missing. */
export const chinese: Readonly<Record<string, string>> = {
  // Settings
  'One line for each sentence of the batch.': '批中每个句子一行。',
  'The second sentences: what cross-attention attends to, and an encoder reads.':
    '第二个句子：交叉注意力所看的，也是编码器所读的。',
  'Whether a sentence is taken apart into words or into characters.': '把句子拆成词还是拆成字符。',
  'One attention layer, or a whole Transformer.': '一个注意力层，或整个 Transformer。',
  'Drawn by seed, or those of a trained model, which brings its architecture.':
    '按种子生成，或取自训练好的模型；模型自带结构。',
  '`self`: queries, keys and values of one sentence; `cross`: keys and values of the second one.':
    '`self`：查询、键和值来自同一个句子；`cross`：键和值来自第二个句子。',
  "Layers of a Transformer's encoder and decoder, 1 to 6.":
    'Transformer 的编码器和解码器各有多少层，1 到 6。',
  '`none`, or any of `causal`, `padding` and `custom` with spaces between; `both` is `causal padding`.':
    '`none`，或 `causal`、`padding`、`custom` 中的任意几个，以空格隔开；`both` 即 `causal padding`。',
  'Query t sees the keys up to t + offset.': '第 t 个查询能看到第 t + 偏移 个及之前的键。',
  'Number of heads; it must divide `d-model`, unless `d-k` is given.':
    '头的个数，须能整除 `d-model`，除非给出 `d-k`。',
  'Width of a word vector, at most 512.': '词向量的维度，最大 512。',
  'W_q, W_k and W_v: random, identity matrices, or none.':
    'W_q、W_k 和 W_v：随机、单位矩阵，或没有。',
  'One matrix for all heads, or one for each.': '所有头共用一个矩阵，或每个头各一个。',
  'Layer norm after each sublayer (as in Vaswani et al. 2017), before it (as in GPT-2), or nowhere.':
    '层归一化在每个子层之后（如 Vaswani 等，2017）、之前（如 GPT-2），或没有。',
  'Width of the feed-forward network; `auto` (null) is 4 · d_model, 0 leaves attention alone.':
    '前馈网络的宽度；`auto`（null）为 4 · d_model，0 则只留注意力。',
  'Between the two linear layers of the feed-forward network.':
    '前馈网络两个线性层之间的激活函数。',
  'Whether the output matrix is the embedding table.': '输出矩阵是否就是嵌入表。',
  'Where each word stands: added sinusoids, a learned table, rotary angles of queries and keys, or nothing.':
    '每个词所在的位置：加上正弦编码、学习得到的表、查询与键的旋转角度，或没有。',
  'What scores are multiplied by; `auto` (null) is 1/√d_k.':
    '分数乘以的数；`auto`（null）为 1/√d_k。',
  'Scores are divided by it, besides √d_k.': '除 √d_k 之外，分数还要除以它。',
  'c of c · tanh(score / c); `none` (null): scores have no limit.':
    'c · tanh(分数 / c) 中的 c；`none`（null）：分数没有上限。',
  'Share of the weights that dropout drops, with `training`.':
    '在 `training` 时，dropout 丢弃的权重所占的比例。',
  'Whether dropout acts.': 'dropout 是否起作用。',
  'Whether the weights that dropout keeps are chosen by hand: a mask in place of random numbers.':
    'dropout 保留哪些权重是否由手工选定：用掩码代替随机数。',
  'Whether projections add a bias.': '投影是否加上偏置。',
  "Width of a head's queries and keys; `auto` (null) is d_model / heads.":
    '一个头的查询和键的宽度；`auto`（null）为 d_model / 头数。',
  "Width of a head's values; `auto` (null) is d_k.": '一个头的值的宽度；`auto`（null）为 d_k。',
  'Whether the heads side by side are multiplied by W_o.': '拼接后的各头是否乘以 W_o。',
  'Columns of W_o; `auto` (null) is d_model.': 'W_o 的列数；`auto`（null）为 d_model。',
  "Columns of a Transformer's W_q, W_k and W_v, h · d_k; `auto` (null) is d_model.":
    'Transformer 的 W_q、W_k 和 W_v 的列数，即 h · d_k；`auto`（null）为 d_model。',
  'Whether what went into a sublayer is added to what comes out.': '子层的输入是否加到它的输出上。',
  'Whether scores are divided by √d_k.': '分数是否除以 √d_k。',
  'Whether embeddings are multiplied by √d_model.': '嵌入是否乘以 √d_model。',
  'How random parameters are drawn: `uniform` as in PyTorch, or `normal`, with biases of 0.':
    '随机参数如何生成：`uniform` 与 PyTorch 相同，`normal` 的偏置为 0。',
  'Whether the source’s words have an embedding table of their own.':
    '源句的词是否有自己的嵌入表。',
  "Whether the source's words have an embedding table of their own.":
    '源句的词是否有自己的嵌入表。',
  'Values of cross-attention are projected from the source’s word embeddings, not from the encoder’s output.':
    '交叉注意力的值由源句的词嵌入投影得到，而不是由编码器的输出。',
  'The first head’s weights in the encoder’s last layer are its output: each word points at a word.':
    '编码器最后一层第一个头的权重就是输出：每个词指向一个词。',
  'Whether an encoder ends with a prediction for each word; a pointer does in any case.':
    '编码器最后是否为每个词给出预测；指针总是给出。',
  'ε of the loss: a share of each label that is spread over all tokens.':
    '损失中的 ε：每个标签中分给所有词元的那一份。',
  'A common mistake, made on purpose; right is shown beside wrong.':
    '有意演示的常见错误，旁边是正确的结果。',
  'The seed of the numbers drawn at random.': '随机数的种子。',
  'Digits after the point.': '小数点后的位数。',
  'One figure with its caption, a walk that leads, or everything.':
    '一张带说明的图、引导式讲解，或全部。',
  'How weights are drawn: a matrix, lines between words (`heads`), or shaded text; `auto` is lines where a person is led.':
    '权重的画法：矩阵、词与词之间的连线（`heads`）或着色的文本；`auto` 在引导时为连线。',
  'Whether sums stand below the columns of weights, too.': '权重的各列之下是否也有列和。',
  'Whether there are gradients: steps of a backward pass.': '是否有梯度，即反向传播的步骤。',
  // What every element has
  'When to load: less than a screen away, in sight, or at once.':
    '何时加载：距离不到一屏、进入视野，或立即。',
  'Address of the wasm file. A page has one engine: the first element that loads decides.':
    'wasm 文件的地址。一个页面只有一个引擎，由最先加载的元素决定。',
  'en or zh; by default that of the surrounding element. It overrides the address.':
    'en 或 zh；默认与外层元素相同。它优先于地址。',
  'en or zh; by default that of the surrounding element.': 'en 或 zh；默认与外层元素相同。',
  'Path of the current step.': '当前步骤的路径。',
  'Names of parts, separated by spaces: intro input controls ribbon map walk guide proof mode share.':
    '要隐藏的部分，以空格隔开：intro input controls ribbon map walk guide proof mode share。',
  'Names of parts that one figure has too: input.': '单张图也显示的部分：input。',
  "Address of the project's site, or a copy of it: there *Why* and *Copy link* lead, where a page does not hold the state.":
    '本站或其副本的地址：页面自己不保存状态时，*为什么*和*复制链接*通向那里。',
  "Keeps the whole state in the address's hash; for one element per page.":
    '把完整状态保存在地址的 # 之后；每页限一个元素。',
  'Resolves when the first numbers are available; rejects with the reason if they cannot be. Trying again renews it.':
    '第一批数就绪时兑现；无法就绪时以原因拒绝。重试后是新的 Promise。',
  'The recorded steps; undefined before `ready`, and while the element is not in a page.':
    '记录下来的各个步骤；`ready` 之前，以及元素不在页面中时为 undefined。',
  'Everything that the user can choose, as plain JSON: the same as in the address. Whatever is set is changed to what fits, and a message names what was; a setting that is left out is that of one layer with random parameters.':
    '用户能选择的一切，为普通 JSON，与地址中的相同。设置的内容会改成适用的值，并有消息指出改了什么；略去的设置取随机参数的单层的值。',
  'The part of an address after `#` with which the workbench shows the same.':
    '地址中 `#` 之后的部分，工作台据此显示同样的内容。',
  "The beginning of the paths where it is made; '' = wherever it can be.":
    '错误发生处的路径开头；空文本表示所有可能的地方。',
  // Events
  'the first numbers are available': '第一批数已就绪',
  'it could not start, something could not be loaded later, or a setting was refused; then the last good state stays':
    '无法启动、之后有内容加载失败，或某项设置被拒绝；此时保留上一个有效状态',
  'it could not start, something could not be loaded later, or a setting was refused':
    '无法启动、之后有内容加载失败，或某项设置被拒绝',
  'it could not start, or the texts of another language could not be loaded':
    '无法启动，或另一种语言的文字加载失败',
  'while it loads, from 0 to 1': '加载期间，从 0 到 1',
  'another step is shown; `detail.step` is its path': '显示另一个步骤；`detail.step` 是它的路径',
  'another cell is chosen; null if none is': '选中另一个单元格；没有选中时为 null',
  'the state has changed; `detail` is the new state': '状态已改变；`detail` 是新的状态',
  'the figure is drawn': '图已画出',
  'something else was chosen; `detail` has the properties that show it again':
    '做了别的选择；`detail` 中的属性可以再次显示它',
  'something else was measured; `detail` has what `results` then has':
    '有了别的测量结果；`detail` 与此时的 `results` 相同',
  // Parts
  'what attention does, in one line, until the walk begins': '讲解开始之前，一行字说明注意力做什么',
  'the claim about a trained head, while that head is shown': '显示训练好的头时，关于它的论断',
  'the sentences and their tokens': '句子及其词元',
  'the settings': '设置',
  'the strip of steps, with previous, next and play': '步骤条，带上一步、下一步和播放',
  'where a person is led: what the present step says, with previous, next and play':
    '引导时：当前步骤的说明，带上一步、下一步和播放',
  'the map of a Transformer': 'Transformer 的结构图',
  'right beside wrong, while a fault is made on purpose': '演示错误时，正确的结果与错误的并列',
  'the current step: title, formula, matrices': '当前步骤：标题、公式、矩阵',
  'the arithmetic of the chosen cell': '选中单元格的算式',
  'all steps as cards': '所有步骤的卡片',
  'all that is shown': '显示的全部内容',
  'the title of the step and its shape': '步骤的标题和形状',
  'everything that the panel shows': '面板显示的全部内容',
  // Custom properties
  "height of the page's own header that stays at the top: bars stick below it":
    '页面自己固定在顶部的页眉的高度：各栏停在它下面',
  "height of the page's own header that stays at the top": '页面自己固定在顶部的页眉的高度',
  'height that is kept free until the first numbers are drawn; on the workbench up to 1000px':
    '第一批数画出之前预留的高度；工作台最多 1000px',
  'height that is kept free until the first numbers are drawn': '第一批数画出之前预留的高度',
  'height that is kept free until the figure is drawn': '图画出之前预留的高度',
  '`none` where the text around it says what the panel is about':
    '周围的文字已说明面板内容时设为 `none`',
  background: '背景',
  'background behind what is scrolled away; that of the page': '滚动内容背后的背景，即页面的背景',
  'background of fields and buttons': '输入框和按钮的背景',
  text: '文字',
  'text of less weight': '次要的文字',
  'lines and borders': '线条和边框',
  'what is chosen, links, focus': '选中的内容、链接、焦点',
  'colour of queries': '查询的颜色',
  'colour of keys': '键的颜色',
  'colour of values': '值的颜色',
  'colour of scores': '分数的颜色',
  'colour of attention weights': '注意力权重的颜色',
  'colour of the output': '输出的颜色',
  'colour of gradients': '梯度的颜色',
  'typeface of texts': '文字的字体',
  'typeface of numbers': '数的字体',
  'typeface of formulas': '公式的字体',
  // One figure alone
  'A picture: nothing in it can be chosen or edited, by pointer or by keys.':
    '一张图片：既不能用指针也不能用按键选择或编辑。',
  'How attention weights are drawn: lines (by default), matrix or text; the same as `weightsView`, where lines are heads.':
    '注意力权重的画法：lines（连线，默认）、matrix（矩阵）或 text（文本）；与 `weightsView` 相同，连线在那里叫 heads。',
  'The head whose matrix is shown, from 0; its lines are shown alone.':
    '显示其矩阵的头，从 0 数起；连线则只显示它的。',
  // Panels
  'What the panel shows that it has measured, by name: for what a page makes of it. Empty until there is something.':
    '面板测量并显示的内容，按名称，供页面使用；有结果之前为空。',
  'The sentence that the encoder reads: 1 to 16 tokens.': '编码器读的句子：1 到 16 个词元。',
  "The decoder's tokens so far, its start token included: 1 to 16 tokens.":
    '解码器目前的词元，包括起始词元：1 到 16 个。',
  '`random`, or a trained model: `translation-textbook`, `four-pairs`, `numbers`, `reverse`, `sort`, or `own`, which the page Train has kept. By default the first, or random if sentences or a seed are given.':
    '`random`，或训练好的模型：`translation-textbook`、`four-pairs`、`numbers`、`reverse`、`sort`，或训练页保存的 `own`。默认为第一个；给出句子或种子时为随机。',
  'The seed of random parameters, 0 to 2³² − 1.': '随机参数的种子，0 到 2³² − 1。',
  "Where the model's parameters come from: `random`, or the name of a trained model; by default one that writes verse.":
    '模型参数的来源：`random`，或训练好的模型的名称；默认为写诗的模型。',
  'What the decoder goes on from.': '解码器由此续写。',
  'What the encoder reads, if there is one.': '编码器（如果有）所读的内容。',
  'What is shown alone: `tokens`, or below the row of tokens any of `choice`, `attention`, `cache` and `edit`, with spaces between; and the worked `example`.':
    '单独显示的内容：`tokens`，或词元一行之下的 `choice`、`attention`、`cache`、`edit` 中的任意几个，以空格隔开；以及算例 `example`。',
  '`count`, how many tokens were generated, and `token`, the last of them.':
    '`count`：已生成多少个词元；`token`：其中最后一个。',
  'Number of positions, 1 to 512.': '位置的个数，1 到 512。',
  'Width of a word vector, 2 to 1024.': '词向量的维度，2 到 1024。',
  'What is shown alone: any of `table`, `waves`, `products` and `example`, with spaces between.':
    '单独显示的内容：`table`、`waves`、`products`、`example` 中的任意几个，以空格隔开。',
  'What is read: `value`, the number of the table at `position` and `column`; and once the products are shown, `product`, the dot product of `position` and `other`.':
    '读到的数：`value` 是表中 `position`、`column` 处的数；显示点积之后还有 `product`，即 `position` 与 `other` 的点积。',
  'Width of the vectors: a power of two from 1 to 1024.': '向量的宽度：1 到 1024 之间 2 的幂。',
  'Number of keys, 2 to 64.': '键的个数，2 到 64。',
  'The seed of the random vectors, 0 to 2³² − 1.': '随机向量的种子，0 到 2³² − 1。',
  'What is shown alone, below the field of d_k: any of `distribution`, `weights`, `pull`, `growth` (of which `variance`, `entropy` and `gradient` are a chart each) and `steps`, with spaces between.':
    '在 d_k 输入框之下单独显示的内容：`distribution`、`weights`、`pull`、`growth`（其中 `variance`、`entropy`、`gradient` 各是一张图）和 `steps` 中的任意几个，以空格隔开。',
  'What was measured at the chosen d_k, with and without the division: `variance-scaled` and `variance-unscaled`, and in the same way `entropy-…` and `gradient-…`, which are means over all queries.':
    '在选定的 d_k 下，除与不除两种情形的测量结果：`variance-scaled` 和 `variance-unscaled`；`entropy-…` 和 `gradient-…` 同理，是对所有查询的平均。',
  'The initial sentence: at most 16 words.': '最初的句子：至多 16 个词。',
  '`random`, or a trained model by its name, such as `referent-emergent` or `ring`, or `own`, which the page Train has kept. By default the first, or random if a sentence is given.':
    '`random`，或训练好的模型的名称，如 `referent-emergent`、`ring`，或训练页保存的 `own`。默认为第一个；给出句子时为随机。',
  'Vectors of the words, as JSON: one row for each word of `sentence`. They are queries, keys and values in one; there are no parameters, one head, and scores are not divided.':
    '词的向量，为 JSON：`sentence` 的每个词一行。它们同时是查询、键和值；没有参数，只有一个头，分数不做除法。',
  'The numbers, as an object or its JSON: `{ query, key, value }` [T, d], [B, T, d] or [B, h, T, d], with the options of `ap.traceAttention`; `{ weights }` [T, S], [h, T, S] or [B, h, T, S], with a `value` if there is one; or what `toJSON()` of a trace gave. A tensor is `{ shape, data }`, nested lists, or `{ shape, dtype, base64 }` (`float32` or `bool`, little-endian).':
    '数值，写成对象或其 JSON：`{ query, key, value }`（[T, d]、[B, T, d] 或 [B, h, T, d]）以及 `ap.traceAttention` 的选项；`{ weights }`（[T, S]、[h, T, S] 或 [B, h, T, S]），可附带 `value`；或由 `toJSON()` 得到的记录。张量写作 `{ shape, data }`、嵌套列表，或 `{ shape, dtype, base64 }`（`float32` 或 `bool`，小端序）。',
  "The queries' tokens, a list or one for each sentence of the batch; as an attribute, its JSON. Keys have them, too.":
    '查询的词元：一个列表，或批中每个句子一个列表；作为 HTML 属性时写成 JSON。键也使用它们。',
  'Those of the keys, if they are others.': '键的词元，如果与查询的不同。',
  'Path of the step that is shown; by default the attention weights.':
    '所显示步骤的路径，默认是注意力权重。',
  'The head that is shown, from 0.': '所显示的头，从 0 开始。',
  'How attention weights are drawn: `matrix` (by default), `heads` or `text`.':
    '注意力权重的画法：`matrix`（默认）、`heads` 或 `text`。',
  'The recorded steps; undefined before `ready`, and where what was given is refused.':
    '记录的各步骤；`ready` 之前以及给出的内容被拒绝时为 undefined。',
  'How many queries a tile has; by default 2.': '一个分块有多少个查询，默认 2。',
  'How many keys a tile has; by default 3.': '一个分块有多少个键，默认 3。',
  '`tile_without_rescale`: what was added up is not corrected when the maximum rises. The way without tiles stays right.':
    '`tile_without_rescale`：最大值升高时不修正已累加的结果。不分块的算法仍然正确。',
  'The moment of the pass, by the path of a step: `tiles.0.1.running_sum` is the second tile of the first row.':
    '计算进行到的时刻，用步骤的路径表示：`tiles.0.1.running_sum` 是第一行的第二个分块。',
  'What is shown alone, below the sizes of the tiles: any of `pass`, `comparison` and `memory`, with spaces between.':
    '在分块大小之下单独显示的内容：`pass`、`comparison`、`memory` 中的任意几个，以空格隔开。',
  '`difference`, the largest between the two ways in any number of the contexts, and `tolerance`, what rounding explains of it.':
    '`difference`：两种算法的上下文向量之间最大的差；`tolerance`：其中可以由舍入解释的部分。',
  'A few words, none of them twice.': '几个词，互不重复。',
  'At which place, from 0, each word is to look, as JSON: `[null, null, 0]`; null where nothing is expected.':
    '每个词应看的位置，从 0 数起，为 JSON：`[null, null, 0]`；没有要求处为 null。',
  'Vectors of the words, as JSON: a row for each.': '词的向量，为 JSON：每个词一行。',
  'W_Q, as JSON: as many rows and columns as a vector has numbers.':
    'W_Q，为 JSON：行数和列数都等于向量中数的个数。',
  'W_K, as JSON, of the same size.': 'W_K，为 JSON，大小相同。',
  '`adamw` (default) or `sgd`.': '`adamw`（默认）或 `sgd`。',
  'The learning rate; 0.1 by default.': '学习率，默认 0.1。',
  'Name of the task: four-pairs, ring, referent, translation and others. Another one begins another run.':
    '任务的名称：four-pairs、ring、referent、translation 等。换一个任务就另起一次训练。',
  'How many updates the run has, 1 to 5000; as many as its task needs by default.':
    '训练有多少次更新，1 到 5000；默认按任务所需。',
  'The seed of parameters and batches.': '参数和批次的种子。',
  'The experiment that is shown: scale, warmup, layers, rate or mask.':
    '显示的实验：scale、warmup、layers、rate 或 mask。',
  'What is shown alone: `run`, or below its bar any of `curves`, `answers` and `attention`, with spaces between; and the `experiment` of that attribute. With it, no run is kept in the browser.':
    '单独显示的内容：`run`，或其进度条之下的 `curves`、`answers`、`attention` 中的任意几个，以空格隔开；以及由同名属性指定的 `experiment`。使用它时，浏览器不保存训练。',
  'Address of the site whose pages can open the trained model; those of the site give it.':
    '能打开训练好的模型的站点地址；本站的页面会给出它。',
  'What was last measured and is shown. Of the run: `update`, `loss` and `accuracy`, the share of held-out tokens that are right, and `training`, 0 or 1; with its heads also `attention`, the path of the weights that are shown. Of the experiment: `accuracy-a` and `accuracy-b`, once it runs; `guess-a` and `guess-b`, where a guess was made; `finished`, 0 or 1. Shares are from 0 to 1.':
    '最近测得并显示的内容。训练：`update`、`loss`、`accuracy`（留出词元中正确的比例）和 `training`（0 或 1）；显示头时还有 `attention`，即所显示权重的路径。实验：运行后有 `accuracy-a` 和 `accuracy-b`；做过猜测时有 `guess-a` 和 `guess-b`；`finished` 为 0 或 1。比例都在 0 到 1 之间。',
  '`random`, or a trained model with several heads by its name, such as `referent` or `translation-textbook`, or `own`, which the page Train has kept. By default the first, or random if a sentence is given.':
    '`random`，或有多个头的训练好的模型的名称，如 `referent`、`translation-textbook`，或训练页保存的 `own`。默认为第一个；给出句子时为随机。',
};
