import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { PageDocument } from '../../../../content/document.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { schema } from '../../../../content/schema.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { boards, pages as texts } from '../../../../test/fixtures/content/arbitrary-document.ts'
import { conflictsIn, mergeDocuments, normal, sameDocument, applyChoices } from './merge.ts'
import type { Choice } from './merge.ts'

function page(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

function merged(base: string, mine: string, theirs: string, choice: Choice = 'both'): string {
  return writeMarkdown(
    applyChoices(mergeDocuments(page(base), page(mine), page(theirs)), () => choice),
  ).trim()
}

function conflicts(base: string, mine: string, theirs: string): number {
  return conflictsIn(mergeDocuments(page(base), page(mine), page(theirs))).length
}

describe('merging two changes of a page', () => {
  it('shows a paragraph that both changed, and loses neither', () => {
    const sides = [
      'One.\n\nTwo.\n\nThree.',
      'One.\n\nTwo mine.\n\nThree.',
      'One.\n\nTwo theirs.\n\nThree.',
    ] as const
    assert.equal(conflicts(...sides), 1)
    assert.equal(merged(...sides, 'mine'), 'One.\n\nTwo mine.\n\nThree.')
    assert.equal(merged(...sides, 'theirs'), 'One.\n\nTwo theirs.\n\nThree.')
    assert.equal(merged(...sides, 'both'), 'One.\n\nTwo theirs.\n\nTwo mine.\n\nThree.')
  })

  it('shows a paragraph that one changed and the other removed', () => {
    assert.equal(conflicts('One.\n\nTwo.', 'One.', 'One.\n\nTwo, changed.'), 1)
  })

  it('settles the neighbours of a paragraph that both changed', () => {
    const sides = [
      'One.\n\nTwo.\n\nThree.',
      'One.\n\nTwo mine.\n\nThree mine.',
      'One theirs.\n\nTwo theirs.\n\nThree.',
    ] as const
    assert.equal(conflicts(...sides), 1)
    assert.equal(merged(...sides, 'mine'), 'One theirs.\n\nTwo mine.\n\nThree mine.')
    assert.equal(merged(...sides, 'theirs'), 'One theirs.\n\nTwo theirs.\n\nThree mine.')
  })

  it('shows neighbours that both changed as one part', () => {
    const sides = ['One.\n\nTwo.', 'A.\n\nB.', 'C.\n\nD.'] as const
    assert.equal(conflicts(...sides), 1)
    assert.equal(merged(...sides, 'both'), 'C.\n\nD.\n\nA.\n\nB.')
  })

  it('takes changes of different paragraphs from both', () => {
    const sides = [
      'One.\n\nTwo.\n\nThree.',
      'One mine.\n\nTwo.\n\nThree.',
      'One.\n\nTwo.\n\nThree theirs.',
    ] as const
    assert.equal(conflicts(...sides), 0)
    assert.equal(merged(...sides), 'One mine.\n\nTwo.\n\nThree theirs.')
  })

  it('takes what was added behind the paragraph that the other changed', () => {
    const sides = ['One.\n\nTwo.', 'One.\n\nTwo mine.', 'One.\n\nTwo.\n\nAdded.'] as const
    assert.equal(conflicts(...sides), 0)
    assert.equal(merged(...sides), 'One.\n\nTwo mine.\n\nAdded.')
  })

  it('keeps what both added at one place, and the same only once', () => {
    assert.equal(merged('One.', 'One.\n\nMine.', 'One.\n\nTheirs.'), 'One.\n\nMine.\n\nTheirs.')
    assert.equal(merged('One.', 'One.\n\nSame.', 'One.\n\nSame.'), 'One.\n\nSame.')
  })

  it('merges within a list, and within its items', () => {
    const base = '- [ ] Milk\n- [ ] Bread\n- [ ] Salt'
    const mine = '- [x] Milk\n- [ ] Bread\n- [ ] Salt'
    const theirs = '- [ ] Milk\n- [ ] Bread\n- [ ] Salt and pepper\n- [ ] Tea'
    assert.equal(conflicts(base, mine, theirs), 0)
    assert.equal(
      merged(base, mine, theirs),
      '- [x] Milk\n- [ ] Bread\n- [ ] Salt and pepper\n- [ ] Tea',
    )
  })

  it('shows a list of which both removed everything by halves', () => {
    assert.equal(conflicts('- One\n- Two', '- One', '- Two'), 1)
  })

  it('shows a table that both changed', () => {
    const table = (cell: string) => `| a | b |\n| - | - |\n| 1 | ${cell} |\n| 3 | 4 |`
    assert.equal(conflicts(table('2'), table('5'), `${table('2')}\n| 5 | 6 |`), 1)
  })
})

const pages = fc
  .oneof({ weight: 3, arbitrary: texts }, { weight: 1, arbitrary: boards })
  .map(({ content }): PageDocument => ({ type: 'doc', content }))
const documents = fc.tuple(pages, pages, pages)

describe('merging any two changes', () => {
  it('gives one side when the other changed nothing, and either when both did the same', () => {
    fc.assert(
      fc.property(pages, pages, (base, other) => {
        for (const hunks of [
          mergeDocuments(base, other, base),
          mergeDocuments(base, base, other),
          mergeDocuments(base, other, other),
        ]) {
          assert.equal(conflictsIn(hunks).length, 0)
          assert.ok(
            sameDocument(
              applyChoices(hunks, () => 'mine'),
              other,
            ),
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('gives a valid page, whatever is chosen', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom<Choice>('mine', 'theirs', 'both'), (three, choice) => {
        const document = applyChoices(mergeDocuments(...three), () => choice)
        schema.nodeFromJSON(document).check()
      }),
      { numRuns: 60 },
    )
  })

  it('loses no block that one side added', () => {
    const blocks = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 })
    const text = (words: string[]): PageDocument =>
      normal({
        type: 'doc',
        content: words.map((word) => ({
          type: 'paragraph',
          content: [{ type: 'text', text: word }],
        })),
      })
    fc.assert(
      fc.property(blocks, blocks, blocks, (base, mine, theirs) => {
        const stored = JSON.stringify(
          applyChoices(mergeDocuments(text(base), text(mine), text(theirs)), () => 'both'),
        )
        for (const word of [...mine, ...theirs].filter((word) => !base.includes(word))) {
          assert.ok(stored.includes(`"${word}"`), word)
        }
      }),
    )
  })
})
