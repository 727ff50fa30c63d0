import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examples } from '../test/fixtures/content/examples.ts'
import { checkDocument, storedDocument } from './document.ts'
import type { PageDocument } from './document.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { schema } from './schema.ts'
import { writeMarkdown } from './write-markdown.ts'

function stored(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason)
  const json: unknown = JSON.parse(JSON.stringify(parsed.document))
  const checked = checkDocument(json)
  assert.ok(checked.ok, checked.ok ? '' : `${checked.path} ${checked.reason}`)
  assert.deepEqual(checked.document, parsed.document)
  return checked.document
}

describe('the examples of CommonMark and GitHub Flavored Markdown', () => {
  it('are all here', () => {
    assert.equal(examples.length, 704)
  })

  for (const { name, markdown, isRight } of examples) {
    it(`${name} keeps its meaning through a stored document`, () => {
      const document = stored(markdown)
      const node = schema.nodeFromJSON(document)
      node.check()
      const edited = storedDocument(node)
      // Only the order of marks on one text may differ.
      assert.equal(JSON.stringify(edited).length, JSON.stringify(document).length)
      assert.deepEqual(checkDocument(node.toJSON()), { ok: true, document: edited })
      const written = writeMarkdown(document)
      assert.ok(isRight(written), `${JSON.stringify(markdown)} became ${JSON.stringify(written)}`)
      assert.equal(writeMarkdown(stored(written)), written)
    })
  }
})
