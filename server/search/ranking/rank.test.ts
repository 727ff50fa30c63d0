import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { analyseBody, analysePage } from '../analysis/analyse.ts'
import { latinLanguages } from '../analysis/languages.ts'
import { Documents, pageKey } from '../index/documents.ts'
import { packEntry } from '../index/entry.ts'
import type { IndexReader } from '../index/index-reader.ts'
import { Vocabulary } from '../index/vocabulary.ts'
import { type Snapshot, WorkspaceIndex } from '../index/workspace-index.ts'
import { expandQuery, languagesOf, variantLimit } from './expand.ts'
import { parseQuery } from './query.ts'
import { pagesPerStep, rank } from './rank.ts'

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

async function indexOf(texts: readonly (string | { title: string; body: string })[]) {
  const index = await WorkspaceIndex.open([])
  for (const [number, text] of texts.entries()) {
    const { title, body } = typeof text === 'string' ? { title: '', body: text } : text
    const entry = packEntry(title, analysePage(title, analyseBody(body)))
    await index.apply([{ sequence: number + 1, pageId: idOf(number), entry }])
  }
  return index
}
const snapshotOf = async (texts: Parameters<typeof indexOf>[0]) => (await indexOf(texts)).snapshot()

async function order(snapshot: Snapshot, query: string): Promise<number[]> {
  const { pages } = await rank(parseQuery(query), snapshot, 100)
  return pages.map(({ pageId }) => Number(pageId.slice(-12)))
}

async function groups(snapshot: Snapshot, query: string): Promise<string[][] | undefined> {
  const found = await expandQuery(parseQuery(query), snapshot, startTimeSlice())
  return found?.map(({ terms }) => [...terms])
}

/** Another word of four letters for each number. */
function lettersOf(number: number): string {
  return Array.from({ length: 4 }, (_, index) =>
    'bdfgklmprs'.charAt(Math.floor(number / 10 ** index) % 10),
  ).join('')
}

/** Pages that all hold every term once. */
function manyPages(count: number): Snapshot {
  const documents = new Documents(count)
  const stats = { titleHash: 1, checksum: 0, titleLength: 1, bodyLength: 1, latin: 0, cyrillic: 0 }
  for (let number = 0; number < count; number += 1) documents.add(pageKey(idOf(number)), stats)
  const part: IndexReader = {
    documents,
    count: () => count,
    read: (_, { base, size }, into) => {
      into.reserve(size)
      for (let number = 0; number < size; number += 1) {
        into.documents[into.count] = base + number
        into.frequencies[into.count] = 1
        into.count += 1
      }
      return undefined
    },
    *continuations() {},
    *candidates() {},
  }
  const totals = {
    documents: count,
    titleLength: count,
    bodyLength: count,
    latin: [],
    cyrillic: [],
  }
  return { views: [{ part, base: 0, size: count, live: undefined }], size: count, totals }
}

describe('rank', () => {
  it('lets others work after so many pages, however long they take', async () => {
    const steps = 4
    const snapshot = manyPages(steps * pagesPerStep)
    const paused = async (query: string) => {
      let pauses = 0
      const timeSlice = { isOver: () => true, pause: async () => void (pauses += 1) }
      await rank(parseQuery(query), snapshot, 10, timeSlice)
      return pauses
    }
    // To score them, and to choose the best.
    assert.ok((await paused('river ')) >= 2 * steps)
    // Also to add up the terms that stand for one word.
    const both = (await paused('river stone ')) - (await paused('river '))
    assert.ok(both >= steps)
  })

  it('gives nothing from nothing', async () => {
    assert.deepEqual(await order(await snapshotOf([]), 'word'), [])
    assert.deepEqual(await order(await snapshotOf(['word']), ''), [])
    assert.deepEqual(await order(await snapshotOf(['']), 'word'), [])
  })

  it('scores by the formula of BM25F', async () => {
    const snapshot = await snapshotOf([
      { title: 'stone', body: 'river river hill' },
      { title: 'cloud rain', body: 'river' },
      { title: 'hill', body: 'stone stone stone stone stone' },
    ])
    const { pages } = await rank(parseQuery('river '), snapshot, 10)
    const rarity = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    const score = (body: number, length: number) => {
      const frequency = body / (1 - 0.75 + (0.75 * length) / (9 / 3))
      return (rarity * 2.2 * frequency) / (frequency + 1.2)
    }
    assert.deepEqual(
      pages.map((page) => page.score.toFixed(9)),
      [score(2, 3), score(1, 1)].toSorted((one, other) => other - one).map((one) => one.toFixed(9)),
    )
  })

  it('puts the title above the body, more of a word above less, and a short page above a long one', async () => {
    const inTitle = await snapshotOf(['river hill', { title: 'river', body: 'hill' }, 'hill'])
    assert.deepEqual(await order(inTitle, 'river '), [1, 0])
    const often = await snapshotOf(['river hill hill', 'river river hill', 'hill hill hill'])
    assert.deepEqual(await order(often, 'river '), [1, 0])
    const short = await snapshotOf(['river hill hill hill hill hill', 'river hill', 'hill'])
    assert.deepEqual(await order(short, 'river '), [1, 0])
  })

  it('puts the older of equal pages first, and no more than asked for', async () => {
    const snapshot = await snapshotOf(Array.from({ length: 150 }, () => 'river'))
    const found = await order(snapshot, 'river')
    assert.deepEqual(
      found,
      Array.from({ length: 100 }, (_, number) => number),
    )
    assert.equal((await rank(parseQuery('river'), snapshot, 3)).pages.length, 3)
  })

  it('names pages titled as the query, whatever their score', async () => {
    const snapshot = await snapshotOf([
      { title: 'River  Stone', body: 'else' },
      { title: 'River', body: 'stone' },
    ])
    const { titled } = await rank(parseQuery('river stone'), snapshot, 10)
    assert.deepEqual(
      titled.map(({ pageId }) => pageId),
      [idOf(0)],
    )
    assert.deepEqual((await rank(parseQuery('   '), snapshot, 10)).titled, [])
  })

  it('leaves out what lacks a word in quotes', async () => {
    const snapshot = await snapshotOf(['river stone', 'river', 'stone'])
    assert.deepEqual(await order(snapshot, '"river" stone'), [0, 1])
    assert.deepEqual(await order(snapshot, '"river stone"'), [0])
    assert.deepEqual(await order(snapshot, '"rivr" stone'), [])
    assert.deepEqual(await order(snapshot, '"nowhere" stone'), [])
  })

  it('gives each term a weight, the rarer the higher', async () => {
    const snapshot = await snapshotOf(['river stone', 'river', 'river hill'])
    const { terms } = await rank(parseQuery('river stone the '), snapshot, 10)
    assert.ok((terms.get('stone')?.weight ?? 0) > (terms.get('river')?.weight ?? 9))
    assert.notEqual(terms.get('stone')?.group, terms.get('river')?.group)
    assert.equal(terms.get('the')?.weight, undefined)
  })
})

describe('expandQuery', () => {
  it('gives nothing for words that nobody wrote and that are like none', async () => {
    assert.deepEqual(await groups(await snapshotOf(['river']), 'xylophone qq'), [])
    assert.equal(await groups(await snapshotOf(['river']), '"xylophone"'), undefined)
  })

  it('adds the commonest continuations of the last word', async () => {
    const snapshot = await snapshotOf(['stone stones stony', 'stony', 'store', 'river'])
    assert.deepEqual(await groups(snapshot, 'sto'), [['sto', 'stoni', 'stone', 'store']])
    assert.deepEqual(await groups(snapshot, 's'), [])
    assert.deepEqual(await groups(snapshot, 'sto river '), [['river']])
  })

  it('takes no more than 50 continuations', async () => {
    const words = Array.from({ length: 80 }, (_, number) => `pre${number.toString(36)}q`)
    const [terms] = (await groups(await snapshotOf([words.join(' ')]), 'pre')) ?? []
    assert.equal(terms?.length, 51)
  })

  it('repairs by the three nearest, the commoner first', async () => {
    const snapshot = await snapshotOf(['stone', 'stone', 'store', 'stove', 'stole', 'hill'])
    assert.deepEqual(await groups(snapshot, 'stoqe '), [['stone', 'stole', 'store']])
    assert.deepEqual(await groups(snapshot, 'stone '), [['stone']])
    assert.deepEqual(await groups(snapshot, 'hil '), [])
  })

  it('repairs no more than a few words of one query', async () => {
    const words = Array.from(
      { length: 20 },
      (_, number) => `unknown${'abcdefghijklmnopqrst'[number]}x`,
    )
    const snapshot = await snapshotOf([words.join(' ')])
    const query = `${words.map((word) => `${word.slice(0, -1)}z`).join(' ')} `
    assert.ok(((await groups(snapshot, query)) ?? []).length <= 8)
  })

  it('stems in the languages of the workspace', async () => {
    const german = await snapshotOf(['Das ist ein Haus und das ist nicht der Hund', 'Haus'])
    assert.deepEqual(languagesOf(german.totals).latin, ['en', 'de'])
    assert.deepEqual(await groups(german, 'Häuser '), [['hauser', 'haus']])
    assert.deepEqual(languagesOf((await snapshotOf([])).totals), {
      latin: ['en'],
      cyrillic: ['ru'],
    })
  })
})

describe('Vocabulary', () => {
  it('looks for a long query in fewer languages, for every word in one', async () => {
    const { views, size, totals } = manyPages(1000)
    const snapshot = { views, size, totals: { ...totals, latin: latinLanguages.map(() => 500) } }
    const words = Array.from({ length: 1000 }, (_, number) => `${lettersOf(number)}tionernes`)
    const [few, many] = await Promise.all(
      [30, 1000].map((count) => groups(snapshot, words.slice(0, count).join(' '))),
    )
    assert.ok((few?.flat().length ?? 0) > 2 * 30)
    assert.equal(many?.length, 1000)
    assert.deepEqual(many?.slice(0, 30), few)
    assert.ok((many?.flat().length ?? 0) < variantLimit + 1000)
  })

  it('counts what was replaced no more', async () => {
    const index = await indexOf(['stone', 'stone', 'store store', 'river'])
    const replaced = packEntry('', analysePage('', analyseBody('hill')))
    await index.apply([
      { sequence: 9, pageId: idOf(0), entry: replaced },
      { sequence: 10, pageId: idOf(1), entry: null },
    ])
    const vocabulary = new Vocabulary(index.snapshot(), startTimeSlice())
    assert.deepEqual([await vocabulary.count('stone'), await vocabulary.count('hill')], [0, 1])
    assert.deepEqual(await vocabulary.continuations('sto', [], 10), ['store'])
    assert.deepEqual(await vocabulary.nearest(['stoke'], 1, 3), ['store'])
    assert.deepEqual(await vocabulary.nearest(['stoke'], 0, 3), [])
  })

  it('finds the same after changes as an index made anew', async () => {
    const words = Array.from({ length: 120 }, (_, number) => `pre${number.toString(36)}`)
    const text = (seed: number) => words.filter((_, at) => (at * 7 + seed) % 5 < 2).join(' ')
    const last = Array.from({ length: 40 }, (_, number) => text(number * 3))
    const index = await indexOf([
      ...Array.from({ length: 40 }, (_, number) => text(number)),
      ...last,
    ])
    const changes = Array.from({ length: 40 }, (_, number) => ({
      sequence: 100 + number,
      pageId: idOf(number),
      entry: null,
    }))
    await index.apply(changes)
    const anew = await indexOf(last)
    const find = (from: WorkspaceIndex) =>
      new Vocabulary(from.snapshot(), startTimeSlice()).continuations('pre', [], 50)
    assert.deepEqual(await find(index), await find(anew))
  })
})
