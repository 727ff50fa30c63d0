import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ContentNode } from '../../../content/node.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { diffDocuments } from '../../../content/steps/diff.ts'
import { nodeLike, nodeOfDocument, readNodeInSlices } from './stored-node.ts'

const paragraph = (text: string): ContentNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
})
const page = (...texts: string[]) => ({ type: 'doc' as const, content: texts.map(paragraph) })

const before = page('one', 'two', 'three', 'four')
const node = nodeOfDocument(before)

describe('a node that is read in slices', () => {
  const rows = '| a | b |\n'.repeat(200)
  const items = '- item\n  - [x] task\n'.repeat(60)
  const texts = {
    'nested lists': items,
    'a table': `| a | b |\n| --- | --- |\n${rows}`,
    'lists in quotes': items.replaceAll(/^/gm, '> > '),
    'marks and atoms': '**a** _b_ `c`  \nd ![e](/f.png) $g$\n\n---\n\n```js\nh\n```\n'.repeat(50),
    'an empty page': '',
  }
  for (const [name, markdown] of Object.entries(texts)) {
    it(`is the same: ${name}`, async () => {
      const parsed = parseMarkdown(markdown)
      assert.ok(parsed.ok)
      const read = await readNodeInSlices(JSON.stringify(parsed.document), 'page')
      assert.ok(read.eq(nodeOfDocument(parsed.document)))
      read.check()
    })
  }

  it('is refused if a newer version wrote it', async () => {
    const newer = { type: 'doc', content: [{ type: 'table', content: [{ type: 'newRow' }] }] }
    await assert.rejects(readNodeInSlices(JSON.stringify(newer), 'page'), { code: 'STORE_NEWER' })
  })
})

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
