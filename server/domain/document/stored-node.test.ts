import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ContentNode } from '../../../content/node.ts'
import { diffDocuments } from '../../../content/steps/diff.ts'
import { nodeLike, nodeOfDocument } from './stored-node.ts'

const paragraph = (text: string): ContentNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
})
const page = (...texts: string[]) => ({ type: 'doc' as const, content: texts.map(paragraph) })

const before = page('one', 'two', 'three', 'four')
const node = nodeOfDocument(before)

describe('the node of a document that is like another', () => {
  for (const after of [
    before,
    page('one', 'two', 'new', 'four'),
    page('one', 'four'),
    page('four', 'one', 'two', 'three'),
    page('one', 'one', 'two', 'two', 'three', 'four', 'four'),
    page('one', 'two', 'three', 'four', 'five'),
    page('other'),
    page(),
  ]) {
    const texts = after.content.map((block) => block.content?.[0]?.text).join(' ')
    it(`has its blocks, and the same steps lead to it: ${texts}`, () => {
      const like = nodeLike(after, before, node)
      const read = nodeOfDocument(after)
      assert.ok(like.eq(read))
      const [steps, expected] = [like, read].map((now) => diffDocuments(node, now))
      assert.deepEqual(JSON.stringify(steps), JSON.stringify(expected))
    })
  }

  it('shares the first and last blocks that are the same', () => {
    const like = nodeLike(page('one', 'two', 'new', 'four'), before, node)
    assert.deepEqual(
      like.children.map((child, index) => child === node.child(index)),
      [true, true, false, true],
    )
    const known = before.content
    const moved = nodeLike({ type: 'doc', content: [...known, ...known] }, before, node)
    assert.equal(moved.childCount, 8)
  })
})
