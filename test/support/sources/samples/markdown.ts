import type { Sample } from './sample.ts'

/** Markdown of Notion. The page has the child page `Child`, the image `photo.png` and the file `doc.pdf`. */
export const notionSamples: readonly Sample[] = [
  { block: 'Headings and text', source: '## One\n\nText\n', markdown: '## One\n\nText\n' },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '**a** *b* ~~c~~ `d`\n',
    markdown: '**a** *b* ~~c~~ `d`\n',
  },
  {
    block: 'Link to a page',
    source: '[Child](Page/Child%2011111111111111111111111111111111.md)\n',
    markdown: '[Child](Child.md)\n',
  },
  { block: 'Image', source: '![photo](Page/photo.png)\n', markdown: '![photo](photo.png)\n' },
  { block: 'File', source: '[doc.pdf](Page/doc.pdf)\n', markdown: '[doc.pdf](doc.pdf)\n' },
  {
    block: 'Lists and tasks',
    source: '- a\n    1. b\n- [x]  c\n- [ ]  d\n',
    markdown: '- a\n  1. b\n- [x] c\n- [ ] d\n',
  },
  { block: 'Quote', source: '> a\n> \n', markdown: '> a\n' },
  {
    block: 'Callout',
    source: '<aside>\n💡 An idea\n\n- a\n\n</aside>\n\n<aside>\n🦊\n\nA fox\n\n</aside>\n',
    markdown: '> [!TIP]\n> An idea\n>\n> - a\n\n> [!NOTE]\n> 🦊 A fox\n',
  },
  {
    block: 'Code block',
    source: '```jsx\n<aside>\n```\n',
    markdown: '```jsx\n<aside>\n```\n',
  },
  { block: 'Formula', source: '$a_b$\n\n$$\nx_1\n$$\n', markdown: '$a_b$\n\n$$\nx_1\n$$\n' },
  {
    block: 'Table',
    source: '| a | b |\n| --- | --- |\n| c | d |\n',
    markdown: '| a | b |\n| - | - |\n| c | d |\n',
  },
  { block: 'Divider', source: 'a\n\n---\n\nb\n', markdown: 'a\n\n---\n\nb\n' },
]

/** Markdown of Outline. The document has the child document `Child`, and the file `doc.pdf` and image `photo.png`. */
export const outlineSamples: readonly Sample[] = [
  { block: 'Headings and text', source: '## One\n\nText\n', markdown: '## One\n\nText\n' },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '**a** *b* ~~c~~ `d ==e==`\n',
    markdown: '**a** *b* ~~c~~ `d ==e==`\n',
  },
  {
    block: 'Underline',
    source: '__a b__ snake__case__x\n',
    markdown: '<u>a b</u> snake__case__x\n',
  },
  { block: 'Highlight', source: '==a b==\n', markdown: '<mark>a b</mark>\n' },
  {
    block: 'Link to a page',
    source: '[Child](./Page/Child.md)\n',
    markdown: '[Child](Child.md)\n',
  },
  { block: 'Image', source: '![a](uploads/photo.png)\n', markdown: '![a](../uploads/photo.png)\n' },
  {
    block: 'Size of an image',
    source: '![a](uploads/photo.png " =300x200")\n',
    markdown: '<img src="../uploads/photo.png" alt="a" width="300" height="200">\n',
  },
  {
    block: 'File',
    source: '[doc.pdf 1234](uploads/doc.pdf)\n',
    markdown: '[doc.pdf](../uploads/doc.pdf)\n',
  },
  {
    block: 'Lists and tasks',
    source: '- a\n  1. b\n\nText\n\n- [x] c\n- [ ] d\n',
    markdown: '- a\n  1. b\n\nText\n\n- [x] c\n- [ ] d\n',
  },
  { block: 'Quote', source: '> a\n', markdown: '> a\n' },
  {
    block: 'Callout',
    source: ':::info\nText\n\n- a\n\n:::\n\n:::warning\nHot\n:::\n',
    markdown: '> [!NOTE]\n> Text\n>\n> - a\n\n> [!WARNING]\n> Hot\n',
  },
  {
    block: 'Toggle',
    source: '+++ More\n\nText\n\n+++\n',
    markdown: '<details>\n<summary>More</summary>\n\nText\n\n</details>\n',
  },
  { block: 'Code block', source: '```js\n:::info\n```\n', markdown: '```js\n:::info\n```\n' },
  { block: 'Formula', source: '$a_b$\n\n$$\nx_1\n$$\n', markdown: '$a_b$\n\n$$\nx_1\n$$\n' },
  {
    block: 'Table',
    source: '| a | b |\n|----|----|\n| c | d |\n',
    markdown: '| a | b |\n| - | - |\n| c | d |\n',
  },
  {
    block: 'Mention',
    source: 'Ask @[Ada](mention://1/user/2).\n',
    markdown: 'Ask @Ada.\n',
    as: 'text',
  },
  { block: 'Divider', source: 'a\n\n***\n\nb\n', markdown: 'a\n\n---\n\nb\n' },
]
