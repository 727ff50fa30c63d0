import type { Sample } from './sample.ts'

/** In a vault with `Other.md`, `Deep/Nested.md`, `img/photo.png` and `doc.pdf`. */
export const obsidianSamples: readonly Sample[] = [
  { block: 'Headings and text', source: '## One\n\nText\n', markdown: '## One\n\nText\n' },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '**a** *b* ~~c~~ `d [[x]] ==y==`\n',
    markdown: '**a** *b* ~~c~~ `d [[x]] ==y==`\n',
  },
  { block: 'Highlight', source: 'a ==b c== d\n', markdown: 'a <mark>b c</mark> d\n' },
  { block: 'Link to a page', source: 'See [[Other]].\n', markdown: 'See [[Other]].\n' },
  {
    block: 'Link to a heading or block',
    source: '[[Other#My heading]] [[Other#^abc|there]] [[#Below]]\n',
    markdown: '[[Other#My heading]] [[Other#^abc|there]] [[#Below]]\n',
  },
  {
    block: 'Link to a missing page',
    source: 'See [[Missing|that]].\n',
    markdown: 'See [[Missing|that]].\n',
  },
  {
    block: 'Image',
    source: '![[photo.png]] ![[photo.png|A photo]]\n',
    markdown: '![[photo.png]] ![[photo.png|A photo]]\n',
  },
  {
    block: 'Size of an image',
    source: '![[photo.png|300]] ![[photo.png|300x200]] ![A|120](img/photo.png)\n',
    markdown:
      '![[photo.png|300]] ![[photo.png|300x200]] <img src="img/photo.png" alt="A" width="120">\n',
  },
  {
    block: 'Embedded page',
    source: '![[Nested]]\n\n![[Other#Part]]\n',
    markdown: '![[Nested]]\n\n![[Other#Part]]\n',
  },
  {
    block: 'Embedded page within text',
    source: 'See ![[Other]] here\n',
    markdown: 'See ![[Other]] here\n',
    as: 'link',
  },
  {
    block: 'File',
    source: '![[doc.pdf]] [[doc.pdf]]\n',
    markdown: '![[doc.pdf]] [[doc.pdf]]\n',
  },
  {
    block: 'Lists and tasks',
    source: '- a\n  1. b\n\n- [x] c\n- [ ] d\n',
    markdown: '- a\n  1. b\n\n- [x] c\n- [ ] d\n',
  },
  {
    block: 'Other states of a task',
    source: '- [>] moved\n- [-] dropped\n',
    markdown: '- [x] moved\n- [x] dropped\n',
    as: 'completed task',
  },
  { block: 'Quote', source: '> a\n> b\n', markdown: '> a\n> b\n' },
  {
    block: 'Callout',
    source: '> [!tip] Title\n> Text\n\n> [!warning]\n> > [!note]\n> > b\n',
    markdown: '> [!TIP]\n> **Title**\n>\n> Text\n\n> [!WARNING]\n> > [!NOTE]\n> > b\n',
  },
  {
    block: 'Other types of callouts',
    source: '> [!bug]\n> Text\n',
    markdown: '> [!CAUTION]\n> Text\n',
    as: 'nearest type',
  },
  {
    block: 'Toggle',
    source: '> [!note]- More *of* it\n> Text\n>\n> - a\nAfter\n',
    markdown: '<details>\n<summary>More *of* it</summary>\n\nText\n\n- a\n\n</details>\n\nAfter\n',
    as: 'toggle',
  },
  {
    block: 'Code block',
    source: '```js\n[[x]] ==y== %%z%%\n```\n',
    markdown: '```js\n[[x]] ==y== %%z%%\n```\n',
  },
  {
    block: 'Formula',
    source: '$a==b==c$\n\n$$\nx == y ==\n$$\n',
    markdown: '$a==b==c$\n\n$$\nx == y ==\n$$\n',
  },
  {
    block: 'Table',
    source: '| a | b |\n|---|---|\n| [[Other\\|o]] | c |\n',
    markdown: '| a | b |\n|---|---|\n| [[Other\\|o]] | c |\n',
  },
  {
    block: 'Footnote',
    source: 'a[^1] b^[inline]\n\n[^1]: text\n',
    markdown: 'a[^1] b[^inline-1]\n\n[^1]: text\n\n\n[^inline-1]: inline\n',
  },
  { block: 'Anchor', source: 'A line ^abc-1\n', markdown: 'A line<a id="abc-1"></a>\n' },
  { block: 'Tags', source: '#plan and #a/b\n', markdown: '#plan and #a/b\n' },
  { block: 'Comment', source: 'a %%hidden%% b\n', markdown: 'a  b\n', isLost: true },
  {
    block: 'Query',
    source: '```dataview\nLIST\n```\n',
    markdown: '```dataview\nLIST\n```\n',
    as: 'code block',
  },
]
