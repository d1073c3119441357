// The words of the site around the playground: its bar, its footers, its search.

import type { DefaultTheme, LocaleSpecificConfig } from 'vitepress';
import { explorePages } from './pages';
import { repositoryTheme } from './site-address';

/** What VitePress's own theme has no word for. */
export interface SiteTheme extends DefaultTheme.Config {
  /** The name of the bar's links, for those who do not see them. */
  menuLabel: string;
  /** The name of the button that opens them on a phone. */
  menuButtonLabel: string;
  /** The name of the button that opens what a narrow bar has no room for. */
  extraLabel: string;
  /** Where the sources can be read, if that is known. */
  repository?: string;
}

type Locale = LocaleSpecificConfig<SiteTheme> & { label: string };

export const english: Locale = {
  label: 'English',
  lang: 'en',
  description:
    'Type a sentence and walk through scaled dot-product attention and multi-head attention, number by number.',
  themeConfig: {
    nav: [
      { text: 'Learn', link: '/learn/', activeMatch: '^/learn/' },
      {
        text: 'Explore',
        items: [
          { text: 'Workbench', link: '/play' },
          { text: 'Transformer', link: '/transformer' },
          ...explorePages('/'),
        ],
        activeMatch: '^/(play|transformer|explore/)',
      },
      {
        text: 'Guide',
        items: [
          { text: 'Trained models', link: '/guide/models' },
          { text: 'Take it along', link: '/guide/take-along' },
          { text: 'Offline', link: '/guide/offline' },
          { text: 'Command line', link: '/guide/command-line' },
          { text: 'Notebooks', link: '/guide/notebooks' },
          { text: 'Embed', link: '/guide/embed' },
          { text: 'Elements', link: '/guide/elements' },
          { text: 'API', link: '/guide/api' },
          { text: 'Benchmark', link: '/guide/benchmark' },
        ],
        activeMatch: '^/guide/',
      },
    ],
    // Each page of the course brings its lessons: lessons/course.ts.
    sidebar: { '/learn/': [{ text: 'The course', link: '/learn/' }] },
    sidebarMenuLabel: 'Lessons',
    returnToTopLabel: 'Return to top',
    docFooter: { prev: 'Previous', next: 'Next' },
    ...repositoryTheme('Repository'),
    menuLabel: 'Main navigation',
    menuButtonLabel: 'Menu',
    extraLabel: 'More',
    outline: { label: 'On this page', level: [2, 3] },
    notFound: {
      title: 'No such page',
      quote: 'There is nothing at this address.',
      linkLabel: 'Back to the playground',
      linkText: 'Back to the playground',
    },
  },
};

export const chinese: Locale = {
  label: '中文',
  lang: 'zh-CN',
  title: '注意力演练场',
  description: '输入一句话，逐个数地走完缩放点积注意力与多头注意力。',
  themeConfig: {
    nav: [
      { text: '学习', link: '/zh/learn/', activeMatch: '^/zh/learn/' },
      {
        text: '探索',
        items: [
          { text: '工作台', link: '/zh/play' },
          { text: 'Transformer', link: '/zh/transformer' },
          ...explorePages('/zh/'),
        ],
        activeMatch: '^/zh/(play|transformer|explore/)',
      },
      {
        text: '指南',
        items: [
          { text: '训练好的模型', link: '/zh/guide/models' },
          { text: '导出与分享', link: '/zh/guide/take-along' },
          { text: '离线使用', link: '/zh/guide/offline' },
          { text: '命令行', link: '/zh/guide/command-line' },
          { text: 'Notebook', link: '/zh/guide/notebooks' },
          { text: '嵌入网页', link: '/zh/guide/embed' },
          { text: '元素', link: '/zh/guide/elements' },
          { text: 'API', link: '/zh/guide/api' },
          { text: '基准测试', link: '/zh/guide/benchmark' },
        ],
        activeMatch: '^/zh/guide/',
      },
    ],
    sidebar: { '/zh/learn/': [{ text: '课程', link: '/zh/learn/' }] },
    sidebarMenuLabel: '各课',
    docFooter: { prev: '上一课', next: '下一课' },
    ...repositoryTheme('代码仓库'),
    menuLabel: '主导航',
    menuButtonLabel: '菜单',
    extraLabel: '更多',
    outline: { label: '本页内容', level: [2, 3] },
    darkModeSwitchLabel: '外观',
    lightModeSwitchTitle: '切换到浅色',
    darkModeSwitchTitle: '切换到深色',
    returnToTopLabel: '回到顶部',
    langMenuLabel: '切换语言',
    skipToContentLabel: '跳到正文',
    notFound: {
      title: '找不到这个页面',
      quote: '这个地址下没有内容。',
      linkLabel: '回到演练场',
      linkText: '回到演练场',
    },
  },
};

export const chineseSearch: Partial<DefaultTheme.LocalSearchOptions> = {
  translations: {
    button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
    modal: {
      displayDetails: '显示详情',
      resetButtonTitle: '清除',
      backButtonTitle: '关闭搜索',
      noResultsText: '没有找到',
      footer: {
        selectText: '选择',
        selectKeyAriaLabel: '回车',
        navigateText: '移动',
        navigateUpKeyAriaLabel: '上箭头',
        navigateDownKeyAriaLabel: '下箭头',
        closeText: '关闭',
        closeKeyAriaLabel: 'Esc',
      },
    },
  },
};
