import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boardOf } from '../board.ts'
import type { PageDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { summarizeChange } from './change-summary.ts'

const zero = { blocks: 0, headings: 0, tasks: 0, words: 0 }

function parsed(markdown: string): PageDocument {
  const result = parseMarkdown(markdown)
  assert.ok(result.ok)
  return result.document
}

function summary(before: string, after: string) {
  return summarizeChange(parsed(before), parsed(after))
}

describe('summarizeChange', () => {
  it('counts nothing for the same page', () => {
    const text = '# A\n\nOne two.\n\n- [ ] task\n'
    assert.deepEqual(summary(text, text), { added: zero, removed: zero })
  })

  it('counts nothing for blocks that only moved', () => {
    assert.deepEqual(summary('One.\n\nTwo.', 'Two.\n\nOne.'), { added: zero, removed: zero })
  })

  it('counts only the words of a changed block that differ', () => {
    assert.deepEqual(summary('The old house.', 'The new house.'), {
      added: { ...zero, blocks: 1, words: 1 },
      removed: { ...zero, blocks: 1, words: 1 },
    })
  })

  it('counts headings and tasks at any depth', () => {
    const before = '## Plan\n\n- [ ] one\n- [ ] two\n'
    const after = '## Plans\n\n- [x] one\n- [ ] two\n- [ ] three\n'
    const { added, removed } = summary(before, after)
    assert.deepEqual(added, { blocks: 2, headings: 1, tasks: 2, words: 2 })
    assert.deepEqual(removed, { blocks: 2, headings: 1, tasks: 1, words: 1 })
  })

  it('counts a repeated word as often as it was added', () => {
    const { added } = summary('word', 'word word word')
    assert.equal(added.words, 2)
  })

  it('counts everything on a new page, and on an emptied one', () => {
    const text = '# A\n\nOne two.\n'
    const all = { blocks: 2, headings: 1, tasks: 0, words: 3 }
    assert.deepEqual(summary('', text), { added: all, removed: zero })
    assert.deepEqual(summary(text, ''), { added: zero, removed: all })
  })

  it('counts the cards of a board as tasks', () => {
    const before = boardOf(parsed('## To do\n\n- [ ] Paint\n'))
    const after = boardOf(parsed('## To do\n\n- [ ] Paint\n- [ ] Sand\n'))
    assert.deepEqual(summarizeChange(before, after).added, {
      ...zero,
      blocks: 1,
      tasks: 1,
      words: 1,
    })
  })
})
