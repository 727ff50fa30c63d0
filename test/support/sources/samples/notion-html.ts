import type { Sample } from './sample.ts'

const katex = (latex: string): string =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${latex}</annotation></semantics></math></span><span class="katex-html">x</span></span>`

/** HTML of Notion. The page has the child page `Child`, the image `photo.png` and the file `doc.pdf`. */
export const notionHtmlSamples: readonly Sample[] = [
  {
    block: 'Headings and text',
    source: '<h2 id="1" class="">One</h2><p id="2" class="">Text</p>',
    markdown: '## One\n\nText\n',
  },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>',
    markdown: '**a** *b* ~~c~~ `d`\n',
  },
  {
    block: 'Underline',
    source: '<p><span style="border-bottom:0.05em solid">a</span> <u>b</u></p>',
    markdown: 'a <u>b</u>\n',
  },
  {
    block: 'Highlight',
    source: '<p><mark class="highlight-red_background">a</mark></p>',
    markdown: '<mark>a</mark>\n',
  },
  {
    block: 'Text color',
    source: '<p><mark class="highlight-red">a</mark></p>',
    markdown: 'a\n',
    isLost: true,
  },
  {
    block: 'Link to a page',
    source:
      '<figure class="link-to-page"><a href="Page/Child%2011111111111111111111111111111111.html"><span class="icon">📄</span>Child</a></figure>',
    markdown: '[Child](Child.md)\n',
  },
  {
    block: 'Image',
    source:
      '<figure class="image"><a href="Page/photo.png"><img style="width:240px" src="Page/photo.png"/></a><figcaption>Caption</figcaption></figure>',
    markdown: '![](photo.png "Caption")\n',
  },
  {
    block: 'File',
    source: '<figure><div class="source"><a href="Page/doc.pdf">doc.pdf</a></div></figure>',
    markdown: '[doc.pdf](doc.pdf)\n',
  },
  {
    block: 'Embedded content',
    source:
      '<figure><a href="https://example.com" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title">Example</div><div class="bookmark-description">Words</div></div></div></a></figure>',
    markdown: '[Example](https://example.com)\n\nWords\n',
  },
  {
    block: 'Lists and tasks',
    source:
      '<ul class="bulleted-list"><li style="list-style-type:disc">a</li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">c</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">d</span></li></ul>',
    markdown: '- a\n\n* [x] c\n\n- [ ] d\n',
  },
  { block: 'Quote', source: '<blockquote class="">a</blockquote>', markdown: '> a\n' },
  {
    block: 'Callout',
    source:
      '<figure class="block-color-gray_background callout" style="display:flex"><div style="font-size:1.5em"><span class="icon">⚠️</span></div><div style="width:100%"><p>Hot</p></div></figure>',
    markdown: '> [!WARNING]\n> Hot\n',
  },
  {
    block: 'Toggle',
    source:
      '<ul class="toggle"><li><details open=""><summary>More</summary><p>Text</p></details></li></ul>',
    markdown: '<details open>\n<summary>More</summary>\n\nText\n\n</details>\n',
  },
  {
    block: 'Code block',
    source: '<pre class="code"><code class="language-JavaScript">a &lt; b</code></pre>',
    markdown: '```JavaScript\na < b\n```\n',
  },
  {
    block: 'Formula',
    source: `<p><span class="notion-text-equation-token">${katex('a_b')}</span></p><figure class="equation"><div class="equation-container"><span class="katex-display">${katex('x_1')}</span></div></figure>`,
    markdown: '$a_b$\n\n$$\nx_1\n$$\n',
  },
  {
    block: 'Table',
    source:
      '<table class="simple-table"><thead class="simple-table-header"><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>',
    markdown: '| a | b |\n| - | - |\n| c | d |\n',
  },
  { block: 'Divider', source: '<p>a</p><hr/><p>b</p>', markdown: 'a\n\n---\n\nb\n' },
  {
    block: 'Date',
    source: '<p><time>@November 3, 2025</time></p>',
    markdown: '<time datetime="2025-11-03">2025-11-03</time>\n',
  },
  {
    block: 'Columns',
    source:
      '<div class="column-list"><div class="column"><p>a</p></div><div class="column"><p>b</p></div></div>',
    markdown: 'a\n\nb\n',
    as: 'one below the other',
  },
  {
    block: 'Table of contents',
    source: '<nav class="table_of_contents"><a href="#1">One</a></nav><p>a</p>',
    markdown: 'a\n',
    isLost: true,
  },
]

/** A page of Notion's HTML export. */
export function notionPage(
  { id = '2'.repeat(32), title = 'Page', head = '' },
  body: string,
): string {
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>${title}</title><style>.x{}</style></head><body><article id="${id}" class="page sans"><header>${head}<h1 class="page-title">${title}</h1><p class="page-description"></p></header><div class="page-body">${body}</div></article></body></html>`
}
