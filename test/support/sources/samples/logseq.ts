import type { Sample } from './sample.ts'

/** The ID of a block of `Other`. */
export const blockId = '64e5a1b2-0000-4000-8000-000000000001'

/** In the page `Page` of a graph with the pages `Other` and `Team/Other part`, and `assets/photo.png` and `doc.pdf`. */
export const logseqSamples: readonly Sample[] = [
  {
    block: 'Headings and text',
    source: '- ## One\n- Text\n  more\n',
    markdown: '- ## One\n- Text\n  more\n',
  },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '- **a** *b* ~~c~~ `d [[x]] ((y)) ==z==`\n',
    markdown: '- **a** *b* ~~c~~ `d [[x]] ((y)) ==z==`\n',
  },
  {
    block: 'Highlight',
    source: '- a ==b c== ^^d^^\n',
    markdown: '- a <mark>b c</mark> <mark>d</mark>\n',
  },
  {
    block: 'Link to a page',
    source: '- See [[Other]], [[Team/Other part]] and [that]([[Other]]).\n',
    markdown: '- See [[Other]], [[Team/Other part]] and [[Other|that]].\n',
  },
  {
    block: 'Link to a heading or block',
    source: `- See ((${blockId})) and [that](((${blockId}))).\n`,
    markdown: `- See [A block](Other.md#${blockId}) and [that](Other.md#${blockId}).\n`,
  },
  {
    block: 'Link to a missing page',
    source: '- See [[Missing]].\n',
    markdown: '- See [[Missing]].\n',
  },
  {
    block: 'Image',
    source: '- ![a](../assets/photo.png)\n',
    markdown: '- ![a](assets/photo.png)\n',
  },
  {
    block: 'Size of an image',
    source: '- ![a](../assets/photo.png){:height 20, :width 30}\n',
    markdown: '- <img src="assets/photo.png" alt="a" width="30" height="20">\n',
  },
  {
    block: 'Embedded page',
    source: '- {{embed [[Other]]}}\n',
    markdown: '- {{embed [[Other]]}}\n',
    as: 'text',
  },
  {
    block: 'File',
    source: '- [doc](../assets/doc.pdf)\n',
    markdown: '- [doc](assets/doc.pdf)\n',
  },
  {
    block: 'Lists and tasks',
    source: '- a\n\t- b\n\t\t- TODO c\n\t\t- DONE d\n',
    markdown: '- a\n\t- b\n\t\t- [ ] c\n\t\t- [x] d\n',
  },
  {
    block: 'Other states of a task',
    source: '- DOING a\n- CANCELED b\n',
    markdown: '- [ ] a\n- [x] b\n',
    as: 'task',
  },
  {
    block: 'Quote',
    source: '- #+BEGIN_QUOTE\n  a\n  b\n  #+END_QUOTE\n- > c\n',
    markdown: '- > a\n  > b\n- > c\n',
  },
  {
    block: 'Callout',
    source: '- a\n  #+BEGIN_TIP\n  b\n  #+END_TIP\n',
    markdown: '- a\n  > [!TIP]\n  > b\n',
  },
  {
    block: 'Code block',
    source: '- ```js\n  [[x]] TODO\n  ```\n',
    markdown: '- ```js\n  [[x]] TODO\n  ```\n',
  },
  { block: 'Formula', source: '- $$a==b==c$$\n', markdown: '- $$a==b==c$$\n' },
  { block: 'Tags', source: '- #plan #[[two words]]\n', markdown: '- #plan #[[two words]]\n' },
  {
    block: 'Query',
    source: '- {{query [[Other]]}}\n',
    markdown: '- {{query [[Other]]}}\n',
    as: 'text',
  },
  {
    block: 'Collapsed block',
    source: '- a\n  collapsed:: true\n\t- b\n',
    markdown: '- a\n\t- b\n',
    isLost: true,
  },
  {
    block: 'Planned date',
    source: '- TODO a\n  SCHEDULED: <2024-01-02 Tue>\n',
    markdown: '- [ ] a\n  SCHEDULED: <2024-01-02 Tue>\n',
    as: 'text',
  },
]
