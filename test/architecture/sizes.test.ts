import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionsOf } from './functions.ts'
import { countLines, files, isTest, median, read, sourcesOf } from './sources.ts'

/** Written by a command, not by hand. */
const generated = new Set(['client/routes.ts'])

const all = sourcesOf('content', 'server', 'client', 'web', 'bench', 'test').filter(
  ({ path }) => !generated.has(path),
)
const production = all.filter(({ path }) => !isTest(path) && !path.startsWith('bench/'))

describe('files', () => {
  it('have at most 400 lines, tests too', () => {
    const others = files
      .filter((path) => /^(?:server|bin|web)\/.*\.(?:sql|js|css|html)$/.test(path))
      .map((path) => ({ path, lines: countLines(read(path)) }))
    const long = [...all, ...others].filter(({ lines }) => lines > 400)
    assert.deepEqual(
      long.map(({ path, lines }) => `${path}: ${lines}`),
      [],
      'split by what the parts hold',
    )
  })

  it('have a median under 80 lines', (t) => {
    const middle = median(production.map(({ lines }) => lines))
    t.diagnostic(`${production.length} source files, median ${middle} lines`)
    assert.ok(middle < 80, `the median is ${middle}`)
  })
})

describe('folders', () => {
  /** Lists that grow by one entry at a time. */
  const exempt = /^decisions$|\/migrations$|^test\/fixtures|\/messages$/

  it('have at most 25 source files, tests beside them not counted', () => {
    const sources = files.filter((path) => !/\.test\.tsx?$/.test(path) || path.startsWith('test/'))
    const byFolder = Map.groupBy(sources, (path) => path.split('/').slice(0, -1).join('/'))
    const full = [...byFolder].filter(([folder, all]) => all.length > 25 && !exempt.test(folder))
    assert.deepEqual(
      full.map(([folder, { length }]) => `${folder}: ${length}`),
      [],
      'make a folder of what belongs together',
    )
  })
})

describe('functions', () => {
  it('are under 60 lines, components under 90, but for 3 in 100', (t) => {
    const functions = production.flatMap((source) =>
      // A component is mostly the elements it shows.
      functionsOf(source).map((one) => ({ ...one, most: source.path.endsWith('.tsx') ? 90 : 60 })),
    )
    const long = functions.filter(({ lines, most }) => lines >= most)
    const share = 100 - (100 * long.length) / functions.length
    t.diagnostic(`${functions.length} functions, ${share.toFixed(1)} % short enough`)
    assert.ok(
      share >= 97,
      `too long:\n${long.map(({ at, lines }) => `${lines} lines ${at}`).join('\n')}`,
    )
  })
})

describe('comments', () => {
  it('are counted', (t) => {
    const counts = production.map(({ text, code }) => {
      const lines = text.split('\n').map((line) => line.trim())
      const kept = code.split('\n').map((line) => line.trim())
      const comments = lines.filter((line, index) => line !== '' && kept[index] === '')
      return { comments: comments.length, lines: lines.filter((line) => line !== '').length }
    })
    const share =
      (100 * sum(counts.map(({ comments }) => comments))) / sum(counts.map(({ lines }) => lines))
    t.diagnostic(`${share.toFixed(1)} % of the lines are comments; 4 to 8 is usual here`)
    assert.ok(share > 0)
  })
})

describe('tests of the server', () => {
  it('have at least 9 lines for 10 lines of source', (t) => {
    const sourceLines = linesOf(production.filter(({ path }) => /^(?:content|server)\//.test(path)))
    const testLines = linesOf(
      all.filter(({ path }) => isTest(path) && !/^(?:client|web|test\/architecture)\//.test(path)),
    )
    const ratio = testLines / sourceLines
    t.diagnostic(`${testLines} lines of tests for ${sourceLines} lines: ${ratio.toFixed(2)}`)
    assert.ok(ratio >= 0.9, `the ratio is ${ratio.toFixed(2)}`)
  })
})

describe('tests of the web app', () => {
  it('have at least 1 line for 2 lines of source', (t) => {
    const web = all.filter(({ path }) => path.startsWith('web/src/'))
    const sourceLines = linesOf(web.filter(({ path }) => !isTest(path)))
    const testLines = linesOf(web.filter(({ path }) => isTest(path)))
    const ratio = testLines / sourceLines
    t.diagnostic(`${testLines} lines of tests for ${sourceLines} lines: ${ratio.toFixed(2)}`)
    assert.ok(ratio >= 0.5, `the ratio is ${ratio.toFixed(2)}`)
  })
})

function linesOf(sources: readonly { lines: number }[]): number {
  return sum(sources.map(({ lines }) => lines))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
