import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { documentHash } from './document-hash.ts'

function hashOf(markdown: string): number {
  const result = parseMarkdown(markdown)
  assert.ok(result.ok)
  return documentHash(schema.nodeFromJSON(result.document))
}

describe('documentHash', () => {
  it('differs where text, structure, attributes or marks differ', () => {
    const different = [
      'a b',
      'a c',
      'a\n\nb',
      '# a b',
      '## a b',
      'a *b*',
      'a **b**',
      '- a b',
      '> a b',
    ]
    assert.equal(new Set(different.map(hashOf)).size, different.length)
  })

  it('is the same for the same document, whoever made it', () => {
    const markdown = '# One\n\nTwo *three* [four](https://example.com)\n\n- [ ] five\n'
    assert.equal(hashOf(markdown), hashOf(markdown))
    assert.equal(hashOf('a'), 1_585_462_299)
    assert.equal(hashOf('- [ ] b'), 2_810_606_369)
  })
})
