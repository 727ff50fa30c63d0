import type { Sample } from './sample.ts'

/** HTML of any origin, in a folder with `other.html`, `photo.png` and `doc.pdf`. */
export const htmlSamples: readonly Sample[] = [
  {
    block: 'Headings and text',
    source: '<h2>One</h2>\n<p>Text\n over lines<br>and more</p> loose',
    markdown: '## One\n\nText over lines\\\nand more\n\nloose\n',
  },
  {
    block: 'Bold, italic, strikethrough, code',
    source: '<p><b>a</b> <em>b</em> <del>c</del> <code>d</code></p>',
    markdown: '**a** *b* ~~c~~ `d`\n',
  },
  { block: 'Underline', source: '<u>a</u>', markdown: '<u>a</u>\n' },
  { block: 'Highlight', source: '<mark>a</mark>', markdown: '<mark>a</mark>\n' },
  {
    block: 'Superscript',
    source: 'x<sup>2</sup>',
    markdown: 'x<sup>2</sup>\n',
  },
  {
    block: 'Link to a page',
    source: '<a href="other.html#part">Other</a> <a href="javascript:alert(1)">bad</a>',
    markdown: '[Other](other.md#part) bad\n',
  },
  {
    block: 'Image',
    source: '<figure><img src="photo.png" alt="A"><figcaption>Caption</figcaption></figure>',
    markdown: '![A](photo.png "Caption")\n',
  },
  {
    block: 'Size of an image',
    source: '<img src="photo.png" alt="A" width="300">',
    markdown: '<img src="photo.png" alt="A" width="300">\n',
  },
  { block: 'File', source: '<a href="doc.pdf">Doc</a>', markdown: '[Doc](doc.pdf)\n' },
  {
    block: 'Embedded content',
    source: '<iframe src="https://example.com/v" title="A video"></iframe>',
    markdown: '[A video](https://example.com/v)\n',
    as: 'link',
  },
  {
    block: 'Lists and tasks',
    source:
      '<ul><li>a<ol><li>b</ol></ul><ul><li><input type="checkbox" checked> c<li><input type="checkbox"> d</ul>',
    markdown: '- a\n  1. b\n\n* [x] c\n* [ ] d\n',
  },
  { block: 'Quote', source: '<blockquote>a</blockquote>', markdown: '> a\n' },
  {
    block: 'Definition list',
    source: '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
    markdown: '**Term**\n\nMeaning\n',
    as: 'text',
  },
  {
    block: 'Toggle',
    source: '<details open><summary>More</summary><p>Text</details>',
    markdown: '<details open>\n<summary>More</summary>\n\nText\n\n</details>\n',
  },
  {
    block: 'Code block',
    source: '<pre><code class="language-js">a  &lt; b\n\nc</code></pre>',
    markdown: '```js\na  < b\n\nc\n```\n',
  },
  {
    block: 'Table',
    source: '<table><thead><tr><th>a<th>b</thead><tr><td>c<td><b>d</b></table>',
    markdown: '| a | b |\n| - | - |\n| c | **d** |\n',
  },
  {
    block: 'Merged cells',
    source: '<table><tr><td colspan="2">a<tr><td>b<td>c</table>',
    markdown:
      '<table>\n<tr>\n<td colspan="2">\n\na\n\n</td>\n</tr>\n<tr>\n<td>\n\nb\n\n</td>\n<td>\n\nc\n\n</td>\n</tr>\n</table>\n',
  },
  { block: 'Divider', source: 'a<hr>b', markdown: 'a\n\n---\n\nb\n' },
  {
    block: 'Date',
    source: '<time datetime="2026-11-03T10:00">today</time>',
    markdown: '<time datetime="2026-11-03">2026-11-03</time>\n',
  },
  {
    block: 'Anchor',
    source: '<p><a href="#x">down</a></p><h2 id="x">Here</h2>',
    markdown: '[down](#x)\n\n## <a id="x"></a>Here\n',
  },
  { block: 'Drawing', source: '<svg><text>x</text></svg>a', markdown: 'a\n', isLost: true },
  { block: 'Form field', source: 'a<button>Send</button>', markdown: 'a\n', isLost: true },
  { block: 'Keys', source: '<kbd>Ctrl</kbd>', markdown: '<kbd>Ctrl</kbd>\n' },
  { block: 'Hidden text', source: 'a<span hidden>b</span>', markdown: 'a\n', isLost: true },
  {
    block: 'Navigation',
    source: '<nav><a href="/">Home</a></nav>a',
    markdown: 'a\n',
    isLost: true,
  },
]

/** HTML of a Google document: classes with styles, lists without nesting. */
export const googleSamples: readonly Sample[] = [
  {
    block: 'Headings and text',
    source: '<h2 class="c1"><span class="c0">One</span></h2><p class="c1"><span>Text</span></p>',
    markdown: '## One\n\nText\n',
  },
  {
    block: 'Bold, italic, strikethrough, code',
    source:
      '<p><span class="c2">a</span><span> </span><span class="c3">b</span><span> </span><span class="c6">c</span><span> </span><span class="c7">d</span></p>',
    markdown: '**a** *b* ~~c~~ `d`\n',
  },
  { block: 'Underline', source: '<p><span class="c4">a</span></p>', markdown: '<u>a</u>\n' },
  { block: 'Highlight', source: '<p><span class="c5">a</span></p>', markdown: '<mark>a</mark>\n' },
  {
    block: 'Text color',
    source: '<p><span class="c8">a</span></p>',
    markdown: 'a\n',
    isLost: true,
  },
  {
    block: 'External link',
    source:
      '<p><span><a href="https://www.google.com/url?q=https://example.com/a&amp;sa=D">a</a></span></p>',
    markdown: '[a](https://example.com/a)\n',
  },
  {
    block: 'Image',
    source:
      '<p><span style="overflow: hidden"><img alt="A" src="photo.png" style="width: 1px"></span></p>',
    markdown: '![A](photo.png)\n',
  },
  {
    block: 'Lists and tasks',
    source:
      '<ul class="c9 lst-kix_ab-0 start"><li>a</li></ul><ol class="lst-kix_ab-1 start"><li>b</li></ol><ul class="lst-kix_ab-0"><li>c</li></ul>',
    markdown: '- a\n  1. b\n- c\n',
  },
  {
    block: 'Table',
    source:
      '<table><tr><td><p><span>a</span></p></td></tr><tr><td><p><span>b</span></p></td></tr></table>',
    markdown:
      '<table>\n<tr>\n<td>\n\na\n\n</td>\n</tr>\n<tr>\n<td>\n\nb\n\n</td>\n</tr>\n</table>\n',
  },
  {
    block: 'Footnote',
    source:
      '<p><span>a</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;text</span></p></div>',
    markdown: 'a[^1]\n\n[^1]: text\n',
  },
  {
    block: 'Comment',
    source:
      '<p><span>a</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>why?</span></p></div>',
    markdown: 'a\n\n## Comments\n\n> why?\n',
    as: 'quote at the end',
  },
  { block: 'Divider', source: '<p>a</p><hr><p>b</p>', markdown: 'a\n\n---\n\nb\n' },
]

export const googleStyles =
  '@import url(https://themes.googleusercontent.com/fonts/css?kit=x);.lst-kix_ab-0>li{x:y}ol.lst-kix_ab-1.start{counter-reset:x}.c0{color:#000000;font-weight:400}.c2{font-weight:700}.c3{font-style:italic}.c4{text-decoration:underline}.c5{background-color:#ffff00}.c6{text-decoration:line-through}.c7{font-family:"Courier New"}.c8{color:#ff0000}'
