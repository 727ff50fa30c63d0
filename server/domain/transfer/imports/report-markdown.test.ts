import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startReport } from '../import/report.ts'
import type { Loss } from '../sources/source-files.ts'
import { reportMarkdown } from './report-markdown.ts'
import { countsOf, packReport, toStored, unpackReport } from './stored-report.ts'

const losses: Loss[] = [
  { path: 'a.md', kind: 'equation', outcome: 'changed', count: 2 },
  { path: 'a.md', kind: 'button', outcome: 'lost', count: 1 },
]

function stored(many = 1) {
  const report = startReport()
  Object.assign(report, { pages: 3, updated: 1, links: 4, blocks: 10 })
  for (let index = 0; index < many; index += 1) {
    report.skipped.push({ path: `bad\`${index}.md`, reason: 'is *not* text' })
    report.brokenLinks.push({ path: 'a.md', url: 'x y.md', reason: 'does not exist' })
  }
  report.unknownFields['layout'] = 2
  return unpackReport(
    packReport(toStored(report, { losses, warnings: ['One file is encrypted.'] })),
  )
}

describe('unpackReport', () => {
  it('has nothing before the first pages, or of another text', () => {
    for (const text of [null, '', '[]', '{}', '{"report": 1}']) {
      assert.equal(unpackReport(text), undefined)
    }
  })

  it('counts also what its lists no longer have', () => {
    const found = stored(5003)
    assert.ok(found)
    assert.equal(found.report.skipped.length, 5000)
    const { skipped, links, blocks, pages } = countsOf(found)
    assert.deepEqual([skipped, links], [5003, { resolved: 4, unresolved: 5003 }])
    assert.deepEqual(blocks, { retained: 8, changed: 2, lost: 1 })
    assert.deepEqual(pages, { created: 3, updated: 1, unchanged: 0 })
  })
})

describe('reportMarkdown', () => {
  it('lists everything, with names and reasons as text', () => {
    const found = stored()
    assert.ok(found)
    const lines = reportMarkdown(found).split('\n')
    for (const line of [
      '| Pages created | 3 |',
      '- One file is encrypted.',
      "- `bad'0.md` is \\*not\\* text",
      '- `a.md` equation: 2 changed',
      '- `a.md` `x y.md` does not exist',
      '- `layout` on 2 pages',
    ]) {
      assert.ok(lines.includes(line), line)
    }
  })
})
