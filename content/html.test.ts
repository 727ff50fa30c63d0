import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { boards, pages } from '../test/fixtures/content/arbitrary-document.ts'
import { addresses, attacks } from '../test/fixtures/content/attacks.ts'
import { examples } from '../test/fixtures/content/examples.ts'
import { htmlOffences } from '../test/fixtures/content/html-offences.ts'
import { boardOf } from './board.ts'
import { checkDocument } from './document.ts'
import { renderHtml } from './html.ts'
import { plainStyle } from './html/style.ts'
import { parseMarkdown } from './parse-markdown.ts'

function html(markdown: string): string {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return renderHtml(parsed.document)
}

describe('renderHtml', () => {
  it('leaves no element, handler or address that could run something, whatever the Markdown', () => {
    for (const markdown of [...attacks, ...examples.map((example) => example.markdown)]) {
      assert.deepEqual(htmlOffences(html(markdown)), [], markdown)
    }
  })

  it('leaves none whatever an editor sends', () => {
    const values = [
      ...fc.sample(pages, { numRuns: 200, seed: 3 }),
      ...fc.sample(boards, { numRuns: 50, seed: 3 }),
    ]
    for (const value of values) {
      const checked = checkDocument(value)
      assert.ok(checked.ok)
      assert.deepEqual(htmlOffences(renderHtml(checked.document)), [])
    }
  })

  it('drops bad addresses from every attribute that holds one', () => {
    for (const url of addresses) {
      const text = { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: url } }] }
      const image = { type: 'image', attrs: { src: url, alt: 'x', linkHref: url } }
      const empty = { type: 'emptyLink', attrs: { href: url } }
      const paragraph = { type: 'paragraph', content: [text, image, empty] }
      const checked = checkDocument({ type: 'doc', content: [paragraph] })
      assert.ok(checked.ok)
      assert.deepEqual(htmlOffences(renderHtml(checked.document)), [], url)
    }
  })

  it('shows raw HTML as its source', () => {
    assert.equal(html('a <b>c'), '<p>a <code data-html="inline">&lt;b&gt;</code>c</p>')
    assert.equal(html('<hr>'), '<pre data-html="block">&lt;hr&gt;</pre>')
  })

  it('shows pairs of harmless tags as what they mean', () => {
    for (const line of [
      '10<sup>6</sup>, H<sub>2</sub>O and <kbd>Ctrl</kbd>',
      'one<br>two <small>few</small>',
      '<sup><strong>a</strong> b</sup> c',
    ]) {
      const source = line.replace('<strong>a</strong>', '**a**')
      assert.equal(html(source), `<p>${line}</p>`)
    }
    assert.equal(html('a<BR />b<SUP>2</SUP>'), '<p>a<br>b<sup>2</sup></p>')
    assert.equal(html('**a<sup>b**</sup>').match(/<sup>/g), null)
    assert.equal(html('<sup onclick=x>3</sup> </kbd>').match(/<(?:sup|\/kbd)/g), null)
  })

  it('shows tags around text with what they say of it, and hides comments', () => {
    for (const [source, shown] of [
      ['<abbr title="World &amp; Web">W3</abbr>', '<abbr title="World &amp; Web">W3</abbr>'],
      ['<span dir="rtl" onclick="x()" style="a">a</span>', '<span dir="rtl">a</span>'],
      ["<span lang='he' class>a</span>", '<span lang="he">a</span>'],
      ['one <!-- two - three -->four', 'one four'],
    ] as const) {
      assert.equal(html(source), `<p>${shown}</p>`)
    }
    assert.equal(
      html('<div align="center" onclick="x()">\n\n# a\n\n<div>\n\nb\n\n</div>\n\n</div>'),
      '<div align="center">\n<h1>a</h1>\n<div>\n<p>b</p>\n</div>\n</div>',
    )
    assert.equal(html('<!-- note -->\n\na\n\n<br>\n\nb'), '<p>a</p>\n<p><br></p>\n<p>b</p>')
    for (const open of [
      '<div>\n\na',
      '</div>',
      '<div\n\na</div>',
      '<div dir="<">\n\na\n\n</div>',
    ]) {
      assert.match(html(open), /&lt;\/?div/)
    }
  })

  it('directs blocks in another script than the page, and those between tags with a direction', () => {
    const directed = (markdown: string, direction: 'ltr' | 'rtl') => {
      const parsed = parseMarkdown(markdown)
      assert.ok(parsed.ok)
      return renderHtml(parsed.document, { ...plainStyle, direction })
    }
    assert.equal(directed('Bases שלום עולם', 'rtl'), '<p>Bases שלום עולם</p>')
    assert.equal(directed('1. Bases\n2. שלום', 'rtl'), '<ol><li>Bases</li>\n<li>שלום</li></ol>')
    assert.equal(directed('only Latin', 'rtl'), '<p dir="ltr">only Latin</p>')
    assert.equal(
      directed('> مرحبا\n>\n> - عنصر', 'ltr'),
      '<blockquote dir="rtl"><p>مرحبا</p>\n<ul><li>عنصر</li></ul></blockquote>',
    )
    assert.equal(directed('# مرحبا', 'ltr'), '<h1 dir="rtl">مرحبا</h1>')
    assert.equal(
      directed('<div dir="rtl">\n\n123 مرحبا abcdefghi\n\n</div>\n\nabc', 'ltr'),
      '<div dir="rtl">\n<p>123 مرحبا abcdefghi</p>\n</div>\n<p>abc</p>',
    )
  })

  it('keeps relative addresses and those of the web, mail and telephone', () => {
    for (const url of ['/a', 'a/b', '#a', '?a', '//a.b', 'https://a.b', 'mailto:a@b.c', 'tel:+1']) {
      assert.match(html(`[x](${url})`), /<a href="/)
    }
  })

  it('nests marks as Markdown does', () => {
    assert.equal(
      html('**a *b*** [*c*](/d "e")'),
      '<p><strong>a <em>b</em></strong> <a href="/d" title="e"><em>c</em></a></p>',
    )
  })

  it('renders lists tight or loose, with boxes', () => {
    assert.equal(html('- a\n- b'), '<ul><li>a</li>\n<li>b</li></ul>')
    assert.equal(html('3. a\n\n4. b'), '<ol start="3"><li><p>a</p></li>\n<li><p>b</p></li></ol>')
    assert.equal(
      html('- [x] a'),
      '<ul><li><input type="checkbox" disabled="" checked=""> a</li></ul>',
    )
  })

  it('renders tables, code, quotes, callouts, formulas and footnotes', () => {
    assert.match(html('|a|\n|:-:|\n|b|'), /<th align="center">a<\/th>/)
    assert.equal(html('```js\n<x>\n```'), '<pre><code class="language-js">&lt;x&gt;</code></pre>')
    assert.equal(html('> [!TIP]\n> a'), '<blockquote data-callout="tip"><p>a</p></blockquote>')
    assert.equal(html('$x$'), '<p><code data-math="inline">x</code></p>')
    assert.match(
      html('a[^1]\n\n[^1]: b'),
      /<sup><a href="#fn-1">1<\/a><\/sup>.*\n<section id="fn-1">/,
    )
  })

  it('renders a board as a section for each column', () => {
    const parsed = parseMarkdown('## To do\n\n- [ ] a\n')
    assert.ok(parsed.ok)
    assert.match(
      renderHtml(boardOf(parsed.document)),
      /^<section data-kanban="column"><h2>To do<\/h2>/,
    )
  })
})
