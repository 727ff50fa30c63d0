import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examples } from '../../test/fixtures/content/examples.ts'
import type { ContentNode } from '../node.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { writeBlocks } from './each-block.ts'
import { writeKnownBlocks } from './known-blocks.ts'

const documents = examples.map(({ markdown }) => {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document.content
})
const page = (content: readonly ContentNode[]) => ({ type: 'doc' as const, content })

describe('blocks that were written before', () => {
  it('are written as always, whatever stands beside them now', () => {
    for (const [index, blocks] of documents.entries()) {
      const others = documents[(index + 1) % documents.length] ?? []
      for (const content of [
        blocks,
        others,
        [...blocks, ...others],
        others.concat(blocks, others),
        blocks.toReversed(),
        blocks.flatMap((block) => [block, block]),
        blocks.slice(0, -1),
      ]) {
        assert.deepEqual(writeKnownBlocks(page(content)), writeBlocks(page(content)))
        assert.deepEqual(writeKnownBlocks(page(content)), writeBlocks(page(content)))
      }
    }
  })

  it('are as many as one page may have, and more', () => {
    const text = (number: number): ContentNode => ({
      type: 'paragraph',
      content: [{ type: 'text', text: `${number} ${'word '.repeat(5000)}` }],
    })
    for (let number = 0; number < 60; number += 1) {
      const content = [text(number), text(number + 1), text(number)]
      assert.deepEqual(writeKnownBlocks(page(content)), writeBlocks(page(content)))
    }
  })
})
