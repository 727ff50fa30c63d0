import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import { googleStyles } from '../../../../../test/support/sources/samples/html.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'

const page = async (html: string | Uint8Array): Promise<string> =>
  (await convertTexts({ 'Page.html': html })).files['Page.md'] ?? ''

describe('a folder of HTML', () => {
  it('reads what browsers read: nothing closed, nothing at all, and what nests too deeply', async () => {
    assert.equal(await page(''), '')
    assert.equal(await page('<p>a<p>b<ul><li>c'), 'a\n\nb\n\n- c\n')
    const deep = await convertTexts({ 'Page.html': `${'<div>'.repeat(5000)}deep` })
    assert.equal(deep.files['Page.md'], 'deep\n')
    const nested = await convertTexts({ 'Page.html': '<blockquote>'.repeat(300) })
    assert.deepEqual(nested.losses, [
      { path: 'Page.html', kind: 'page content', outcome: 'lost', count: 1 },
    ])
    assert.match(nested.warnings[0] ?? '', /^Page\.html: Nodes lie more than 100 deep/)
  })

  it('leaves out what runs, loads or hides', async () => {
    const html =
      '<style>x</style><script>alert(1)</script><template>t</template><p onclick="x">a<!-- b --></p><noscript>n</noscript>'
    assert.equal(await page(html), 'a\n')
  })

  it('has the title that the page states, and no heading that repeats it', async () => {
    assert.equal(await page('<title>Page</title><h1>Page</h1><p>a'), 'a\n')
    assert.equal(await page('<h1>Other</h1><p>a'), '---\nquire:\n  title: Other\n---\na\n')
    assert.match(await page('<title>Site: A</title><h1>A</h1>'), /title: "Site: A"[\s\S]*# A/)
  })

  it('keeps the folders, follows links, and leaves out styles and scripts', async () => {
    const { files } = await convertTexts({
      'index.html':
        '<title>Home</title><a href="guide/step.html#x">Step</a> <a href="guide/">Guide</a>',
      'guide/index.html': '<p>Guide <img src="../img/a%20b.png">',
      'guide/step.html': '<p><a href="../index.html">Home</a>',
      'img/a b.png': 'x',
      'site.css': 'x',
      'site.js': 'x',
    })
    assert.deepEqual(Object.keys(files), [
      'guide/index.md',
      'guide/step.md',
      'img/a b.png',
      'index.md',
    ])
    assert.match(
      files['index.md'] ?? '',
      /\[Step\]\(guide\/step\.md#x\) \[Guide\]\(guide\/index\.md\)/,
    )
    assert.equal(files['guide/index.md'], 'Guide ![](../img/a%20b.png)\n')
    assert.equal(files['guide/step.md'], '[Home](../index.md)\n')
  })

  it('has a page for each file, also beside one of the same name', async () => {
    const { files } = await convertTexts({
      'a.htm': '<p>one',
      'a.html': '<p>two',
      'b.html': '<p><a href="a.html">two</a> <a href="a.htm">one</a>',
    })
    assert.deepEqual(
      [files['a.md'], files['a 2.md'], files['b.md']],
      ['one\n', 'two\n', '[two](a%202.md) [one](a.md)\n'],
    )
  })

  it('takes images out of the page', async () => {
    const pixel = Buffer.from('pixel').toString('base64')
    const html = `<img src="data:image/png;base64,${pixel}"><img src="data:image/png;base64,${pixel}"><img src="data:image/svg+xml;charset=utf-8;base64,${pixel}">`
    const { files } = await convertTexts({ 'a/Page.html': html })
    assert.equal(
      files['a/Page.md'],
      '![](Page%20images/image%201.png)![](Page%20images/image%201.png)![](Page%20images/image%202.svg)\n',
    )
    assert.equal(files['a/Page images/image 1.png'], 'pixel')
  })

  it('reads the encoding that the page states', async () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><p>caf\xe9', 'latin1')
    assert.equal(await page(latin), 'café\n')
    assert.equal(await page(Buffer.from('<p>caf\xe9', 'latin1')), 'café\n')
    assert.equal(await page('<p>café — ✓'), 'café — ✓\n')
  })

  it('joins white space, and keeps it in code', async () => {
    assert.equal(await page('<p>\n a \n <b> b </b> c<br>\n d </p>'), 'a **b** c\\\nd\n')
    assert.equal(await page('<p> </p><p>&nbsp;</p><p>a'), 'a\n')
    assert.equal(await page('<pre>\n  a\n\n  b\n</pre>'), '```\n  a\n\n  b\n```\n')
  })

  it('reads lists that are written wrongly', async () => {
    assert.equal(await page('<ul><li>a</li><ul><li>b</li></ul></ul>'), '- a\n  - b\n')
    assert.equal(await page('<ul>loose<li><p>a</p><p>b</p></ul>'), '- loose\n\n- a\n\n  b\n')
    assert.equal(await page('<ol start="x" type="a"><li><h2>a</h2><p>b</ol>'), '1. a\n\n   b\n')
    assert.equal(await page('<ul></ul>a'), 'a\n')
  })

  it('reads a large page in a worker, with the same result', async () => {
    const paragraph = '<p>A <b>bold</b> text with <a href="other.html">a link</a>.</p>'
    const { files } = await convertTexts({
      'Page.html': paragraph.repeat(2000),
      'other.html': '<p>Other',
    })
    assert.equal(
      files['Page.md'],
      `${'A **bold** text with [a link](other.md).\n\n'.repeat(2000).trimEnd()}\n`,
    )
  })
})

describe('a Google document', () => {
  it('reads styles of classes, a title, and lists of several levels', async () => {
    const item = (text: string): string =>
      `<li class="c9 li-bullet-0"><span class="c0">${text}</span></li>`
    const html = `<html><head><style type="text/css">${googleStyles}</style></head><body class="c9 doc-content"><p class="c1 title"><span class="c0">Report</span></p><ol class="lst-kix_ab-0 start" start="1">${item('a')}</ol><ul class="lst-kix_ab-1 start">${item('b')}${item('c')}</ul><ol class="lst-kix_ab-2 start">${item('d')}</ol><ol class="lst-kix_ab-0" start="2">${item('e')}</ol><p class="c1"><span class="c2 c3">both</span></p></body></html>`
    const { files, losses } = await convertTexts({
      'MyReport.html': html,
      'images/image1.png': 'x',
    })
    const { attributes, body } = splitFrontMatter(files['MyReport.md'] ?? '')
    assert.deepEqual({ ...attributes }, { quire: { title: 'Report' } })
    assert.equal(body, '1. a\n   - b\n   - c\n     1. d\n2. e\n\n***both***\n')
    assert.deepEqual(losses, [])
    assert.equal(files['images/image1.png'], 'x')
  })
})
