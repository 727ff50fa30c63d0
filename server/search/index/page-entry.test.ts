import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { analyseBody } from '../analysis/analyse.ts'
import { readEntry, readStats } from './entry.ts'
import { makeEntry } from './page-entry.ts'

const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `word${from + n}`).join(' ')

function frequenciesOf(title: string, body: string): Record<string, [number, number]> {
  const found: Record<string, [number, number]> = {}
  readEntry(makeEntry(title, analyseBody(body)).entry, (term, inTitle, inBody) => {
    found[term] = [inTitle, inBody]
  })
  return found
}

describe('makeEntry', () => {
  it('puts the terms of the title among those of the body', () => {
    assert.deepEqual(frequenciesOf('zebra apple 漢字', 'apple mirror apple'), {
      appl: [1, 2],
      mirror: [0, 1],
      zebra: [1, 0],
      漢: [1, 0],
      漢字: [1, 0],
      字: [1, 0],
    })
    assert.deepEqual(frequenciesOf('', 'one'), { one: [0, 1] })
    assert.deepEqual(frequenciesOf('one', ''), { one: [1, 0] })
  })

  it('reads a body that shows no language in that of its title, unless it is long', () => {
    const title = 'Das ist für die Suppe'
    assert.ok('strassenbahn' in frequenciesOf(title, 'Straßenbahnen'))
    const long = frequenciesOf(title, `Straßenbahnen ${words(0, 8000)}`)
    assert.ok(!('strassenbahn' in long))
  })

  it('gives the same bytes whatever was read before, and more words than are remembered', () => {
    const text = `${words(0, 500)} snake_case e-mail Ёлка ÉTÉ`
    const before = makeEntry('Log', analyseBody(text))
    for (let part = 0; part < 10; part += 1) analyseBody(words(part * 10_000, 9000))
    assert.deepEqual(makeEntry('Log', analyseBody(text)), before)
  })

  it('knows 100,000 terms of a page, those that come first, and counts the others', () => {
    const { entry } = makeEntry('Log', analyseBody(words(100_000, 150_000)))
    const terms: string[] = []
    readEntry(entry, (term) => terms.push(term))
    assert.equal(terms.length, 100_001)
    assert.ok(terms.includes('word149998') && !terms.includes('word150001'))
    assert.ok(readStats(entry).bodyLength >= 150_000)
  })
})
