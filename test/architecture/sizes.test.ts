import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countLines, files, filesByFolder, isTest, median, read, sourcesOf } from './sources.ts'

/** Written by a command, not by hand. */
const generated =
  /^client\/(?:routes|limits|cli\/answers\/answer-schemas)\.ts$|^web\/vendor\/icons\//

const all = sourcesOf('content', 'messages', 'server', 'client', 'web', 'bench', 'test').filter(
  ({ path }) => !generated.test(path),
)
const production = all.filter(({ path }) => !isTest(path) && !path.startsWith('bench/'))

describe('files', () => {
  it('have at most 400 lines where oxlint does not look', () => {
    const long = files
      .filter((path) => /^(?:server|web)\/.*\.(?:sql|css|html)$/.test(path))
      .filter((path) => countLines(read(path)) > 400)
    assert.deepEqual(long, [], 'split by what the parts hold')
  })

  it('have a median under 80 lines', (t) => {
    const middle = median(production.map(({ lines }) => lines))
    t.diagnostic(`${production.length} source files, median ${middle} lines`)
    assert.ok(middle < 80, `the median is ${middle}`)
  })
})

describe('folders', () => {
  /** Lists that grow by one entry at a time. */
  const exempt = /^decisions$|\/migrations$|^test\/fixtures|^web\/vendor\/icons$|\/messages$/

  it('have at most 25 source files, tests beside them not counted', () => {
    const full = [...filesByFolder].filter(
      ([folder, all]) => all.length > 25 && !exempt.test(folder),
    )
    assert.deepEqual(
      full.map(([folder, { length }]) => `${folder}: ${length}`),
      [],
      'make a folder of what belongs together',
    )
  })
})

describe('tests', () => {
  const minima = [
    {
      of: 'server',
      tested: /^(?:content|server)\//,
      tests: /^(?!client|web|test\/architecture)/,
      minRatio: 0.9,
    },
    { of: 'web app', tested: /^web\/src\//, tests: /^web\/src\//, minRatio: 0.5 },
  ]
  for (const { of, tested, tests, minRatio } of minima) {
    it(`of the ${of} have at least ${minRatio} lines for each line of source`, (t) => {
      const sourceLines = linesOf(production.filter(({ path }) => tested.test(path)))
      const testLines = linesOf(all.filter(({ path }) => isTest(path) && tests.test(path)))
      const ratio = testLines / sourceLines
      t.diagnostic(`${testLines} lines of tests for ${sourceLines} lines: ${ratio.toFixed(2)}`)
      assert.ok(ratio >= minRatio, `the ratio is ${ratio.toFixed(2)}`)
    })
  }
})

function linesOf(sources: readonly { lines: number }[]): number {
  return sources.reduce((total, { lines }) => total + lines, 0)
}
