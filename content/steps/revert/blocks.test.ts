import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Transform } from 'prosemirror-transform'
import { nodeOf, pastChanges, writerOf } from '../../../test/support/reverts/past-changes.ts'
import { writeMarkdown } from '../../write-markdown.ts'
import { isMapOf, whollyBy, type Writer } from '../attribution.ts'
import { diffDocuments } from '../diff.ts'
import type { PastChange } from './past-change.ts'
import { revertChanges } from './revert-changes.ts'

const [ada, agent, reverter] = [writerOf('ada'), writerOf('agent'), writerOf('reverter')]

/** The Markdown of a page without the changes of the agent. Each change gives the page as its writer left it. */
function reverted(first: string, ...changes: (readonly [Writer, string])[]): string {
  const base = nodeOf(first)
  const past = pastChanges(base, changes, agent)
  const { doc, attribution } = revertChanges(base, whollyBy(base, ada), past, reverter)
  doc.check()
  assert.ok(isMapOf(attribution, doc))
  return writeMarkdown(doc.toJSON()).trim()
}

const table = (...rows: string[]) => ['| a | b |', '| --- | --- |', ...rows].join('\n')

describe('the revert of changes of blocks', () => {
  const cases: [name: string, before: string, after: string][] = [
    ['the level of a heading', '# Title\n\nText.', '### Title\n\nText.'],
    ['a paragraph that became a heading', 'Title\n\nText.', '## Title\n\nText.'],
    ['a list that became numbered', '- One\n- Two', '1. One\n2. Two'],
    ['an item of a list', '- One\n- Two', '- One\n- Two\n- Three'],
    ['a removed item', '- One\n- Two\n- Three', '- One\n- Three'],
    ['a task', '- [ ] One\n- [ ] Two', '- [x] One\n- [ ] Two'],
    ['an indented item', '- One\n- Two', '- One\n  - Two'],
    ['a quote', 'One.\n\nTwo.', '> One.\n\nTwo.'],
    ['a block of code', '```js\nlet a = 1\n```', '```ts\nlet a = 2\n```'],
    ['a row of a table', table('| 1 | 2 |'), table('| 1 | 2 |', '| 3 | 4 |')],
    ['a removed row', table('| 1 | 2 |', '| 3 | 4 |'), table('| 1 | 2 |')],
    ['a cell', table('| 1 | 2 |'), table('| 1 | two |')],
    ['a link', 'See [this](https://a.invalid/).', 'See [that](https://b.invalid/).'],
    ['bold text', 'Some words.', 'Some **words**.'],
    ['a horizontal line', 'One.\n\nTwo.', 'One.\n\n---\n\nTwo.'],
    ['everything', '# Title\n\nText.\n\n- One', 'Other.'],
    ['an empty page', 'Text.', ''],
  ]
  for (const [name, before, after] of cases) {
    it(`returns ${name}`, () => {
      assert.equal(reverted(before, [agent, after]), writeMarkdown(nodeOf(before).toJSON()).trim())
    })

    it(`returns ${name}, beside a later paragraph of someone else`, () => {
      const result = reverted(
        `${before}\n\nEnd.`,
        [agent, `${after}\n\nEnd.`],
        [ada, `${after}\n\nEnd.\n\nBy Ada.`],
      )
      assert.equal(result, writeMarkdown(nodeOf(`${before}\n\nEnd.\n\nBy Ada.`).toJSON()).trim())
    })
  }
})

describe('the revert of changes in which others worked on', () => {
  it('keeps what others wrote in a row that the run added', () => {
    const result = reverted(
      table('| 1 | 2 |'),
      [agent, table('| 1 | 2 |', '| 3 |  |')],
      [ada, table('| 1 | 2 |', '| 3 | four |')],
    )
    assert.match(result, /four/)
    assert.doesNotMatch(result, /3/)
  })

  it('keeps the item that others added between two of the run', () => {
    const result = reverted(
      '- One',
      [agent, '- One\n- Two\n- Four'],
      [ada, '- One\n- Two\n- Three\n- Four'],
    )
    assert.equal(result, '- One\n- Three')
  })

  it('keeps what others wrote in a paragraph that the run turned into a heading', () => {
    const result = reverted(
      'Title\n\nText.',
      [agent, '# Title\n\nText.'],
      [ada, '# A good title\n\nText.'],
    )
    assert.match(result, /good/)
    assert.match(result, /Text\./)
  })

  it('keeps a mark that others set on text that returns', () => {
    const result = reverted('One two three.', [agent, 'One three.'], [ada, '**One** three.'])
    assert.equal(result, '**One** two three.')
  })

  it('keeps the order that others gave the paragraphs since', () => {
    const result = reverted(
      'First words of all.\n\nSecond words of all.',
      [agent, 'First words of all.\n\nSecond words of all.\n\nThird words of all.'],
      [ada, 'Second words of all.\n\nFirst words of all.\n\nThird words of all.'],
    )
    assert.equal(result, 'Second words of all.\n\nFirst words of all.')
  })

  it('reverts each part of a run between changes of others', () => {
    const result = reverted(
      'One.',
      [agent, 'One.\n\nRun.'],
      [ada, 'One.\n\nRun.\n\nAda.'],
      [agent, 'One, run.\n\nRun.\n\nAda.'],
      [ada, 'Zero.\n\nOne, run.\n\nRun.\n\nAda.'],
      [agent, 'Zero.\n\nOne, run.\n\nRun again.\n\nAda.'],
    )
    assert.equal(result, 'Zero.\n\nOne.\n\nAda.')
  })

  it('cuts text of the run that others carried to another paragraph', () => {
    const base = nodeOf('Intro.\n\nEnd.')
    const written = nodeOf('Intro.\n\nWritten by the run today.\n\nEnd.')
    const moved = new Transform(written)
    const { nodeSize } = written.child(0)
    const block = written.child(1)
    moved.delete(nodeSize, nodeSize + block.nodeSize)
    moved.insert(moved.doc.content.size, block)
    const past: PastChange[] = [
      { writer: agent, ...diffDocuments(base, written), isReverted: true },
      {
        writer: ada,
        steps: moved.steps,
        moves: [{ remove: 0, insert: 1 }],
        isReverted: false,
      },
    ]
    const { doc, remaining } = revertChanges(base, whollyBy(base, ada), past, reverter)
    assert.equal(writeMarkdown(doc.toJSON()).trim(), 'Intro.\n\nEnd.')
    assert.deepEqual(remaining, [])
  })

  it('keep a header above the row that others added to a table of the run', () => {
    const own = table('| 1 | 2 |')
    const after = reverted('Text.', [agent, `Text.\n\n${own}`], [ada, `Text.\n\n${own}\n| 3 | 4 |`])
    assert.equal(after, 'Text.\n\n| | |\n| - | - |\n| 3 | 4 |')
  })
})

describe('the revert of a heading of which others made code', () => {
  it('returns a mark that code cannot hold, and the paragraph with it', () => {
    const base = nodeOf('**a**')
    const { nodes, marks } = base.type.schema
    const { heading, codeBlock } = nodes
    assert.ok(heading !== undefined && codeBlock !== undefined && marks['bold'] !== undefined)
    const become = new Transform(base).removeMark(1, 2, marks['bold'])
    become.setBlockType(0, 3, heading, { level: 1 })
    const correct = new Transform(become.doc).setBlockType(0, 3, codeBlock)
    const past: PastChange[] = [
      { writer: agent, steps: become.steps, isReverted: true },
      { writer: ada, steps: correct.steps, isReverted: false },
    ]
    const { doc } = revertChanges(base, whollyBy(base, ada), past, reverter)
    doc.check()
    assert.equal(writeMarkdown(doc.toJSON()), '**a**\n')
  })
})
