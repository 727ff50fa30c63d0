import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boardOf, isBoard, pageOf } from './board.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { schema } from './schema.ts'
import { writeMarkdown } from './write-markdown.ts'

function written(markdown: string): string {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  const board = boardOf(parsed.document)
  schema.nodeFromJSON(board).check()
  return writeMarkdown(board)
}

describe('boardOf', () => {
  it('reads columns and cards, and writes them back the same', () => {
    const markdown =
      '## To do\n\n- [ ] **a**\n- [x] b\n  ```js\n  c\n  ```\n\n## Empty\n\n## Done\n\n- [x] d\n'
    assert.equal(written(markdown), markdown)
  })

  it('makes cards of plain items and of all other blocks, and a column for what has none', () => {
    assert.equal(
      written('a\n\n- b\n\n# C\n\n1. d\n\n> e'),
      '##\n\n- [ ] a\n- [ ] b\n\n## C\n\n- [ ] d\n- [ ] &#x20;\n  > e\n',
    )
  })

  it('makes one empty column of nothing', () => {
    assert.equal(written(''), '##\n')
  })
})

describe('boardOf and pageOf', () => {
  it('are each the way back of the other', () => {
    const parsed = parseMarkdown('## A\n\n- [ ] a\n\n## B\n\n- [x] b\n')
    assert.ok(parsed.ok)
    const board = boardOf(parsed.document)
    assert.ok(isBoard(board) && !isBoard(parsed.document))
    assert.deepEqual(boardOf(pageOf(board)), board)
    assert.equal(boardOf(board), board)
    assert.equal(pageOf(parsed.document), parsed.document)
  })
})
