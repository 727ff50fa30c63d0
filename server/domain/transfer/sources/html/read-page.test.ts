import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { checkDocument } from '../../../../../content/document.ts'
import { parseMarkdown } from '../../../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../../../content/write-markdown.ts'
import { readHtmlPage } from './read-page.ts'
import { all, byTag, element, first, parseHtml, rewrite, stylesOf, textOf } from './tree.ts'

const markdown = (html: string): string => writeMarkdown(readHtmlPage(html).document)
const lossesOf = (html: string): [string, string, number][] =>
  readHtmlPage(html).losses.map(({ kind, outcome, count }) => [kind, outcome, count])

describe('readHtmlPage', () => {
  it('gives a document for anything', () => {
    for (const html of ['', ' ', '<', '<p', '</p>', '<!--', '<table>', '<a href>', '\0', '<img>']) {
      assert.equal(typeof markdown(html), 'string', html)
    }
  })

  it('gives a valid document whose Markdown reads back, for random tags', () => {
    const tags =
      'p div b i a ul ol li table tr td th pre code h1 h3 blockquote details summary br img hr span sup kbd dl dt dd figure figcaption'.split(
        ' ',
      )
    const chunk = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `<${tag}>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constantFrom(
        'text',
        ' ',
        '\n',
        '*',
        '#',
        '[x]',
        '&lt;',
        '|',
        '<img src="a.png">',
        '<a href="b">c</a>',
      ),
    )
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 40 }), (chunks) => {
        const { document } = readHtmlPage(chunks.join(''))
        assert.ok(checkDocument(document).ok)
        const written = writeMarkdown(document)
        const read = parseMarkdown(written)
        assert.ok(read.ok)
        assert.equal(writeMarkdown(read.document), written)
      }),
      { numRuns: 300 },
    )
  })

  it('reads blocks that are in inline elements, and inline content between blocks', () => {
    assert.equal(markdown('<b><p>a</p><p>b</p></b>'), 'a\n\nb\n')
    assert.equal(markdown('<span>a <div>b</div> c</span>'), 'a\n\nb\n\nc\n')
    assert.equal(markdown('<a href="x"><h2>a</h2></a>'), '## a\n')
    assert.equal(markdown('<h2>a<br>b</h2><h4><p>c</p><p>d</p></h4>'), 'a\\\nb\n-\n\nc\n\nd\n')
  })

  it('reads tags that are named like properties of objects as text', () => {
    const html = '<p><constructor>a</constructor> <tostring>b</tostring></p>'
    assert.equal(markdown(html), 'a b\n')
    assert.deepEqual(lossesOf(html), [])
  })

  it('joins marks, and writes each once', () => {
    assert.equal(markdown('<b>a<strong>b</strong></b> <i><em>c</em></i>'), '**ab** *c*\n')
    assert.equal(markdown('<b>a </b><b>b</b>'), '**a b**\n')
    assert.equal(markdown('<code>a <b>b</b></code>'), '`a `**`b`**\n')
  })

  it('ends for white space that no line ends with', () => {
    const gaps = `${'\u00a0'.repeat(200_000)}x `
    assert.ok(markdown(`<p>a${gaps}`).endsWith('x\n'))
    assert.equal(markdown('<p>a \u00a0 <br> b\u00a0\u00a0</p>'), 'a\\\nb\n')
  })

  it('keeps raised and lowered characters, keys and small text as tags', () => {
    const html =
      '<p>10<sup>6</sup> people, H<sub>2</sub>O, <kbd>Ctrl</kbd>, <small>fine</small></p>'
    assert.equal(
      markdown(html),
      '10<sup>6</sup> people, H<sub>2</sub>O, <kbd>Ctrl</kbd>, <small>fine</small>\n',
    )
    assert.deepEqual(lossesOf(html), [])
    assert.equal(markdown('<b>2<sup>10</sup></b>=1024'), '**2<sup>10</sup>**=1024\n')
    assert.equal(markdown('<code>x<sup>2</sup></code>'), '`x`<sup>`2`</sup>\n')
    assert.equal(
      markdown('<abbr title="World &amp; &quot;Web&quot;">W3</abbr> <abbr>x</abbr>'),
      '<abbr title="World &amp; &quot;Web&quot;">W3</abbr> x\n',
    )
    assert.equal(
      markdown('<span dir="rtl">a</span> <span dir="ltr">b</span> <bdo dir="rtl">c</bdo>'),
      '<span dir="rtl">a</span> b <span dir="rtl">c</span>\n',
    )
    assert.equal(markdown('a<sup></sup><sup><img src="b.png"></sup>'), 'a<sup>![](b.png)</sup>\n')
    assert.equal(markdown('<p>10<a href="#one"><sup>1</sup></a></p>'), '10[<sup>1</sup>](#one)\n')
  })

  it('leaves out what the page hides, and counts it', () => {
    const html =
      '<p>a<span hidden>b</span></p><p hidden>draft</p><div style="display: none"><p>c</p></div>'
    assert.equal(markdown(html), 'a\n')
    assert.deepEqual(lossesOf(html), [['hidden text', 'lost', 3]])
  })

  it('leaves out links that run code or lead nowhere, and keeps their text', () => {
    assert.equal(markdown('<a href="javascript:x">a</a> <a>b</a> <a href="">c</a>'), 'a b c\n')
    assert.equal(
      markdown('<a href=" https://example.com " title="T">a</a>'),
      '[a](https://example.com "T")\n',
    )
    assert.equal(markdown('<a href="mailto:a@example.com">a</a>'), '[a](mailto:a@example.com)\n')
  })

  it('keeps the locations that links of the page lead to, and no others', () => {
    assert.equal(
      markdown(
        '<a href="#one">1</a> <a href="#two">2</a><p id="one">a</p><ul id="two"><li>b</ul><p id="three">c',
      ),
      '[1](#one) [2](#two)\n\n<a id="one"></a>a\n\n<a id="two"></a>\n\n- b\n\nc\n',
    )
    assert.equal(markdown('<a href="#x">1</a><a name="x"></a>'), '[1](#x)<a id="x"></a>\n')
    assert.equal(markdown('<a href="#a b">1</a><p id="a b">a'), '[1](<#a b>)\n\na\n')
  })

  it('reads media as links, and counts them', () => {
    const html =
      '<video src="a.mp4"></video><audio><source src="b.mp3"></audio><object data="c.swf"></object><iframe src="javascript:x"></iframe>'
    assert.equal(markdown(html), '[a.mp4](a.mp4)[b.mp3](b.mp3)[c.swf](c.swf)\n')
    assert.deepEqual(lossesOf(html), [
      ['video', 'changed', 1],
      ['audio', 'changed', 1],
      ['embedded content', 'changed', 2],
    ])
  })

  it('reads figures with several images, or without any', () => {
    assert.equal(
      markdown('<figure><img src="a.png"><img src="b.png"><figcaption>C</figcaption></figure>'),
      '![](a.png "C")![](b.png)\n',
    )
    assert.equal(
      markdown('<figure><p>a</p><figcaption>C <b>d</b></figcaption></figure>'),
      'a\n\nC **d**\n',
    )
    assert.equal(markdown('<figure></figure>a'), 'a\n')
  })

  it('reads tables with heads, captions, spans, alignment and blocks in cells', () => {
    assert.equal(markdown('<table></table>a'), 'a\n')
    assert.equal(markdown('<table><tr></tr></table>a'), 'a\n')
    assert.equal(
      markdown(
        '<table><caption>T</caption><tr><th align="center">a<th style="text-align: right">b<tr><td align="center">c<td align="right">d</table>',
      ),
      '**T**\n\n| a | b |\n| :-: | -: |\n| c | d |\n',
    )
    assert.equal(
      markdown('<table><tr><th>a<tr><td><ul><li>b</ul></table>'),
      '<table>\n<tr>\n<th>\n\na\n\n</th>\n</tr>\n<tr>\n<td>\n\n- b\n\n</td>\n</tr>\n</table>\n',
    )
    assert.equal(
      markdown(
        '<table><tr><td rowspan="2">a<td colspan="x">b<tr><td colspan="99999">c</table>',
      ).includes('rowspan="2"'),
      true,
    )
  })

  it('reads code with its language, lines and signs', () => {
    assert.equal(markdown('<pre class="lang-c">a</pre>'), '```c\na\n```\n')
    assert.equal(markdown('<pre data-language="sh">a<br>b</pre>'), '```sh\na\nb\n```\n')
    assert.equal(markdown('<pre></pre>'), '```\n```\n')
    assert.equal(markdown('<pre>```\nx</pre>'), '````\n```\nx\n````\n')
  })

  it('reads toggles without a title or content', () => {
    assert.equal(
      markdown('<details>a</details>'),
      '<details>\n<summary></summary>\n\na\n\n</details>\n',
    )
    assert.match(markdown('<details><summary>T</summary></details>'), /<summary>T<\/summary>/)
  })

  it('reads tasks, and no other fields, as boxes', () => {
    assert.equal(
      markdown('<ul><li><label><input type="checkbox" checked> a</label></ul>'),
      '- [x] a\n',
    )
    assert.equal(
      markdown('<ul><li><p><input type="checkbox">a</p><ul><li>b</ul></ul>'),
      '- [ ] a\n  - b\n',
    )
    assert.equal(markdown('<ul><li>a <input type="checkbox"></ul>'), '- a\n')
    assert.equal(markdown('<ul><li><input type="text">a</ul>'), '- a\n')
  })
})

describe('an HTML tree', () => {
  it('is found, read and rewritten', () => {
    const root = parseHtml(
      '<p class="a b" style="Color: RED; broken; x:y:z">one <b>two</b></p><p>three',
    )
    const [one, two] = all(root, byTag('p'))
    assert.ok(one)
    assert.equal(textOf(one), 'one two')
    assert.deepEqual(
      [...stylesOf(one)],
      [
        ['color', 'red'],
        ['x', 'y:z'],
      ],
    )
    assert.equal(first(root, byTag('i')), undefined)
    assert.equal(two && textOf(two), 'three')
    const changed = rewrite(root, ({ tag, children }) => {
      if (tag === 'b') return children
      return tag === 'p' ? [element('div', {}, children)] : undefined
    })
    assert.equal(all(changed, byTag('p', 'b')).length, 0)
    assert.equal(textOf(changed), 'one twothree')
    assert.equal(all(root, byTag('b')).length, 1)
  })

  it('reads what nests too deeply as text', () => {
    const root = parseHtml(`${'<div>'.repeat(5000)}a<b>b</b>c`)
    assert.equal(textOf(root), 'abc')
    assert.ok(all(root, byTag('div')).length < 300)
  })
})
