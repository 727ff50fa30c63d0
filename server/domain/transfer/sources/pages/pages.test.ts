import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitFrontMatter } from '../../../document/front-matter.ts'
import { createConverter } from './converter.ts'
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

  it('closes without having worked', async () => {
    await createConverter().close()
  })
})
