import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { PageDocument } from '../../../../content/document.ts'
import { schema } from '../../../../content/schema.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { defaultFields } from '../../../../server/lib/page-fields.ts'
import { boards, pages as texts } from '../../../../test/fixtures/content/arbitrary-document.ts'
import { pageOf } from '../../../../test/support/web/editor.ts'
import { chooseSide, mergePages } from './merge-page.ts'
import type { PageState, PageVersion } from './page-state.ts'
import { sameDocument } from './same-document.ts'
import type { Side } from './save-status.ts'

const updatedBy = { id: 'b', firstName: 'Bob', lastName: '' }

function versionOf(content: PageDocument): PageVersion {
  return { ...defaultFields, title: 'T', content, version: 2, updatedAt: '', updatedBy }
}

type Three = readonly [base: PageDocument, mine: PageDocument, theirs: PageDocument]

/** The page with the same side chosen in each place, and how many places there were. */
function merged(three: Three, side: Side = 'mine'): { content: PageDocument; count: number } {
  const theirs = versionOf(three[2])
  let [base, mine]: PageState[] = [versionOf(three[0]), versionOf(three[1])]
  for (let count = 0; ; count += 1) {
    assert.ok(base && mine && count < 100, 'it ends')
    const merge = mergePages(base, mine, theirs)
    if (merge.kind === 'merged') return { content: merge.state.content, count }
    const [location] = merge.conflict.locations
    const next = chooseSide(merge.conflict, location?.key ?? '', side)
    assert.ok(next)
    ;[base, mine] = [next.base, next.mine]
  }
}

function mergedText(base: string, mine: string, theirs: string, side?: Side): string {
  const { content, count } = merged([pageOf(base), pageOf(mine), pageOf(theirs)], side)
  return `${count}: ${writeMarkdown(content).trim()}`
}

describe('merging two changes of a page', () => {
  it('asks where one removed what the other changed', () => {
    const sides = ['One.\n\nTwo.', 'One.', 'One.\n\nTwo, changed.'] as const
    assert.equal(mergedText(...sides, 'mine'), '1: One.')
    assert.equal(mergedText(...sides, 'theirs'), '1: One.\n\nTwo, changed.')
  })

  it('takes what was added behind the paragraph that the other changed', () => {
    const sides = ['One.\n\nTwo.', 'One.\n\nTwo mine.', 'One.\n\nTwo.\n\nAdded.'] as const
    assert.equal(mergedText(...sides), '0: One.\n\nTwo mine.\n\nAdded.')
  })

  it('keeps what both added at one place, and the same only once', () => {
    const [mine, theirs] = ['One.\n\nMine.', 'One.\n\nTheirs.']
    assert.match(
      mergedText('One.', mine, theirs),
      /^0: One\.\n\n(Mine\.\n\nTheirs|Theirs\.\n\nMine)\.$/,
    )
    assert.equal(mergedText('One.', 'One.\n\nSame.', 'One.\n\nSame.'), '0: One.\n\nSame.')
  })

  it('merges within a list, and within its items', () => {
    const base = '- [ ] Milk\n- [ ] Bread\n- [ ] Salt'
    const mine = '- [x] Milk\n- [ ] Bread\n- [ ] Salt'
    const theirs = '- [ ] Milk\n- [ ] Bread\n- [ ] Salt and pepper\n- [ ] Tea'
    const both = '- [x] Milk\n- [ ] Bread\n- [ ] Salt and pepper\n- [ ] Tea'
    assert.equal(mergedText(base, mine, theirs), `0: ${both}`)
  })

  it('merges a cell and a new row of a table', () => {
    const table = (cell: string) => `| a | b |\n| - | - |\n| 1 | ${cell} |\n| 3 | 4 |`
    const row = '| 5 | 6 |'
    const both = `${table('5')}\n${row}`
    assert.equal(mergedText(table('2'), table('5'), `${table('2')}\n${row}`), `0: ${both}`)
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
        for (const three of [
          [base, other, base],
          [base, base, other],
          [base, other, other],
        ] as const) {
          const { content, count } = merged(three)
          assert.equal(count, 0)
          assert.ok(sameDocument(content, other))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('gives a valid page, whatever is chosen, and theirs where theirs is chosen for all', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom<Side>('mine', 'theirs'), (three, side) => {
        schema.nodeFromJSON(merged(three, side).content).check()
      }),
      { numRuns: 60 },
    )
  })

  it('loses no paragraph that one side added, where its side is chosen', () => {
    const blocks = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 })
    fc.assert(
      fc.property(blocks, blocks, blocks, (base, mine, theirs) => {
        const three = [base, mine, theirs].map((words) => pageOf(words.join('\n\n')))
        for (const [side, words] of [
          ['mine', mine],
          ['theirs', theirs],
        ] as const) {
          const stored = writeMarkdown(merged(three as unknown as Three, side).content)
          for (const word of words.filter((word) => !base.includes(word))) {
            assert.ok(stored.includes(word), word)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
