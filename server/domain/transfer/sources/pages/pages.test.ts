import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitFrontMatter } from '../../../document/front-matter.ts'
import { createConverter, isSmallDocument, workerMegabytesFor } from './converter.ts'
import { pageText } from './page-text.ts'

const attributesOf = (text: string): Record<string, unknown> => ({
  ...splitFrontMatter(text).attributes,
})

describe('pageText', () => {
  it('writes nothing that the import finds out by itself', () => {
    assert.equal(pageText('a/Note.md', {}, 'Text\n'), 'Text\n')
    assert.equal(pageText('a/Note.md', { title: 'Note' }, 'Text\n'), 'Text\n')
    assert.equal(pageText('a/Note/index.md', { title: 'Note' }, ''), '')
    assert.equal(pageText('a/Note.md', { title: ' ', properties: { a: undefined } }, 'x'), 'x')
    assert.equal(pageText('a/Note.md', { title: 'Note' }, '#tag\n'), '#tag\n')
  })

  it('writes a title that the path or the first heading would not give', () => {
    assert.deepEqual(attributesOf(pageText('a/Note.md', { title: 'A: b' }, '')), {
      quire: { title: 'A: b' },
    })
    assert.deepEqual(attributesOf(pageText('Note.md', { title: 'Note' }, '# Other\n')), {
      quire: { title: 'Note' },
    })
    assert.deepEqual(attributesOf(pageText('Note.md', { title: ' a\n b ' }, '')), {
      quire: { title: 'a b' },
    })
    const long = attributesOf(pageText('Note.md', { title: '🌲'.repeat(300) }, ''))
    assert.deepEqual(long, { quire: { title: '🌲'.repeat(255) } })
  })

  it('writes properties, and those of Quire under its key', () => {
    const files = [{ path: 'a b.pdf', name: 'A.pdf' }]
    const properties = { Status: 'Done', quire: 'x', [` ${'k'.repeat(200)}`]: [1, 2] }
    const text = pageText('Note.md', { icon: '🚀', order: 2, files, properties }, 'Text\n')
    assert.deepEqual(attributesOf(text), {
      Status: 'Done',
      'quire 2': 'x',
      ['k'.repeat(100)]: [1, 2],
      quire: { icon: '🚀', order: 2, files },
    })
    assert.equal(splitFrontMatter(text).body, 'Text\n')
  })

  it('takes no picture and no text for an icon', () => {
    for (const icon of ['', 'x', 'https://example.com/a.png', '🚀 x', '1']) {
      assert.equal(pageText('Note.md', { icon }, 'x'), 'x', icon)
    }
    for (const icon of ['🚀', '👩‍💻', '🇩🇪', '⚠️', '👍🏽']) {
      assert.deepEqual(attributesOf(pageText('Note.md', { icon }, 'x')), { quire: { icon } })
    }
  })

  it('separates a body that looks like front matter', () => {
    for (const body of ['---\na: b\n---\n', '---\n\nText\n']) {
      const { attributes, body: read } = splitFrontMatter(pageText('Note.md', {}, body))
      assert.deepEqual([{ ...attributes }, read], [{}, body])
    }
  })
})

describe('a converter', () => {
  it('gives the same result here and in a worker, also an error', async () => {
    const converter = createConverter()
    try {
      await assert.rejects(converter.readWord(Buffer.from('x')), /not a zip archive/)
      const paragraph = '<p>A <u>text</u> with a <a href="b.html">link</a>.</p>'
      const small = await converter.readHtml(paragraph)
      const large = await converter.readHtml(paragraph.repeat(500))
      assert.deepEqual(large.document.content[499], small.document.content[0])
      const urls = { 'b.html': 'b.md' }
      const written = await converter.write({ document: small.document, urls })
      assert.equal(written, 'A <u>text</u> with a [link](b.md).\n')
      const all = await converter.write({ document: large.document, urls })
      assert.equal(all, Array.from({ length: 500 }, () => written).join('\n'))
      const text = `# Title\n\n${'Some text. '.repeat(2000)}`
      const read = await converter.readMarkdown({ text, dialect: 'outline', keys: [] })
      assert.equal(read.title, 'Title')
    } finally {
      await converter.close()
    }
  })

  it('reads and prepares a Markdown file the same here and in a worker', async () => {
    const converter = createConverter()
    try {
      const broken = await converter.readFile({ bytes: Buffer.from([0xff]), name: 'a' })
      assert.equal(broken, 'is not UTF-8 text')
      const latin = Buffer.from('caf\xe9 '.repeat(2000), 'latin1')
      assert.equal(await converter.readFile({ bytes: latin, name: 'a' }), 'is not UTF-8 text')
      for (const count of [1, 500]) {
        const lines = 'Text with a [link](a.md) and `code`.\n\n'.repeat(count)
        const bytes = Buffer.from(`---\norder: 3\n---\n# Title\n\n${lines}`)
        assert.equal(await converter.readOrder(bytes), 3)
        const source = await converter.readFile({ bytes, name: 'a' })
        assert.ok(typeof source === 'object')
        const { title, urls, text, rules, content } = source
        // A large document is not copied from the worker.
        assert.deepEqual([title, urls, content === undefined], ['Title', ['a.md'], count > 1])
        const file = { name: 'a.md' }
        const given = { text, rules, content, file, attachments: [], files: {} }
        const fields = { title, icon: null }
        const addresses = new Map([['a.md', '/pages/1']])
        const page = await converter.prepareFile({ ...given, fields, addresses })
        assert.equal(page.blocks, count)
        assert.equal(page.content.document.match(/\/pages\/1/g)?.length, count)
        assert.equal(page.properties.source, 'order: 3\n')
        const same = await converter.prepareFile({ ...given, fields, addresses: new Map() })
        assert.notEqual(same.fingerprint, page.fingerprint)
      }
    } finally {
      await converter.close()
    }
  })

  it('takes a part of the memory of the machine', () => {
    const megabytes = [64, 512, 1024, 2048, 65_536]
    const shares = megabytes.map((one) => workerMegabytesFor(one * 1024 ** 2))
    assert.deepEqual(shares, [128, 128, 256, 512, 1024])
  })

  it('gives each page its own time, however many wait', async () => {
    const converter = createConverter({ workerMegabytes: 1024, timeoutMs: 30_000 })
    const html = `<p>${'word '.repeat(3000)}`
    try {
      const read = await Promise.all(Array.from({ length: 20 }, () => converter.readHtml(html)))
      assert.equal(read.length, 20)
    } finally {
      await converter.close()
    }
  })

  it('reports a page that takes too long or too much memory, and converts the next one', async () => {
    const html = '<p>text</p>'.repeat(140_000)
    const slow = createConverter({ workerMegabytes: 1024, timeoutMs: 1 })
    const small = createConverter({ workerMegabytes: 32, timeoutMs: 120_000 })
    try {
      await assert.rejects(slow.readHtml(html), /^Error: It takes too long to convert\.$/)
      await assert.rejects(small.readHtml(html), /It needs more memory than is available\.$/)
      for (const converter of [slow, small]) {
        assert.equal((await converter.readHtml('<p>a')).document.content.length, 1)
      }
      const next = await small.readHtml(`<p>${'word '.repeat(2000)}`)
      assert.equal(next.document.content.length, 1)
    } finally {
      await slow.close()
      await small.close()
    }
  })

  it('says of any other failure that the file is damaged', async () => {
    const converter = createConverter()
    try {
      const deep = JSON.stringify({ data: { content: 7 } })
      assert.equal((await converter.readOutline(deep)).document.content.length, 1)
      const text = { type: 'text', text: 'a', marks: [null] }
      // SAFETY: what a fault of a reader would make of a page.
      const document = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] } as never
      const broken = converter.write({ document, urls: {} })
      await assert.rejects(broken, /The file is damaged\.$/)
    } finally {
      await converter.close()
    }
  })

  it('takes a page with one large table for a large one', () => {
    const cell = { type: 'tableCell', content: [{ type: 'paragraph' }] }
    const row = { type: 'tableRow', content: Array.from({ length: 20 }, () => cell) }
    const table = (rows: number) => ({
      type: 'doc' as const,
      content: [{ type: 'table', content: Array.from({ length: rows }, () => row) }],
    })
    assert.deepEqual([isSmallDocument(table(5)), isSmallDocument(table(50))], [true, false])
    const code = (text: string) => ({
      type: 'doc' as const,
      content: [{ type: 'codeBlock', content: [{ type: 'text', text }] }],
    })
    assert.equal(isSmallDocument(code('x'.repeat(100))), true)
    assert.equal(isSmallDocument(code('x'.repeat(10_000))), false)
  })

  it('closes without having worked', async () => {
    await createConverter().close()
  })
})
