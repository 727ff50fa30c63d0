import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { type Scope, Worlds } from '../../../test/support/worlds.ts'
import { newId } from '../../lib/ids.ts'
import { parseQuery } from '../../search/ranking/query.ts'
import type { Ranked } from '../../search/ranking/rank.ts'
import { search, type Viewer } from '../../store/index.ts'
import { type Filter, findHits } from './find.ts'
import { SearchIndexes } from './index-cache.ts'
import { mergeWorkspace } from './merge.ts'
import { searchPages } from './search.ts'

/** The same numbers in every run. */
let seed = 17
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const stems = 'ab cor del fin gran hel in jor kal lum mor nest or pol quin ras sol ver'.split(' ')
const word = () => Array.from({ length: 1 + random(3) }, () => stems[random(stems.length)]).join('')
const endings: Record<Scope, string> = { open: 'eno', shared: 'ira', secret: 'uxy' }
const wordIn = (scope: Scope) => word() + (random(3) === 0 ? endings[scope] : '')
const textIn = (scope: Scope) => {
  const words = (count: number) => Array.from({ length: count }, () => wordIn(scope)).join(' ')
  return { title: words(1 + random(3)), markdown: `${words(20)}\n\n${words(random(40))}` }
}
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] ?? assert.fail()
const scopes = ['open', 'shared', 'secret'] as const

let quire: TestServer
let worlds: Worlds
let otherNode: SearchIndexes
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  worlds = await Worlds.create(quire, newId())
  const memory = { indexes: 1e8, postings: 1e7, texts: 1e6 }
  otherNode = new SearchIndexes(quire.app.store, memory, { threads: 1, minDocuments: 1 })
})
after(async () => {
  await otherNode.threads.stop()
  await quire.close()
})

/** Words of some page, cut, misspelt, swapped or quoted. */
function query(): string {
  const { title, markdown } = pick(worlds.pages)
  const all = `${title} ${markdown}`.split(/\s+/).filter((part) => part !== '')
  const start = random(all.length)
  const taken = all.slice(start, start + 1 + random(4))
  const last = taken.at(-1) ?? ''
  const middle = Math.floor(last.length / 2)
  switch (random(6)) {
    case 0:
      return `"${taken.join(' ')}"`
    case 1:
      return [...taken.slice(0, -1), last.slice(0, 1 + random(last.length))].join(' ')
    case 2:
      return `${last.slice(0, middle)}w${last.slice(middle + 1)} `
    case 3:
      return title
    case 4:
      return [...taken, wordIn('secret')].join(' ')
    default:
      return taken.join(' ')
  }
}

function plain({ pages, titled, terms }: Ranked): unknown {
  const list = (found: Ranked['pages']) =>
    found.map(({ pageId, score, languages }) => ({ pageId, score, languages }))
  return { pages: list(pages), titled: list(titled), terms: [...terms] }
}

async function answers(viewer: Viewer, indexes: SearchIndexes, asked: string): Promise<unknown> {
  const context = { ...quire.app, search: indexes, viewer }
  const input = { query: asked, k: 8 }
  const withoutWorkspace = (hits: { workspaceId: string }[]) =>
    hits.map((hit) => ({ ...hit, workspaceId: '' }))
  const find = async (filter: Filter) => {
    const { hits, ...list } = await findHits(context, { ...input, offset: 0 }, filter)
    return { ...list, hits: withoutWorkspace(hits) }
  }
  const ranked = await indexes.threads.during(() =>
    indexes.threads.during(() => indexes.rank(viewer, parseQuery(asked), { limit: 30 })),
  )
  const { open, shared, secret } = worlds.roots
  return {
    ranked: plain(ranked),
    hits: withoutWorkspace(await searchPages(context, input)),
    found: await find({}),
    below: await Promise.all(
      [open, shared, secret].map(async (underPageId) => find({ underPageId })),
    ),
  }
}

async function step(): Promise<void> {
  const scope = pick(scopes)
  switch (random(8)) {
    case 0:
      return worlds.change(pick(worlds.pages), textIn(scope))
    case 1:
      return worlds.remove(pick(worlds.pages))
    case 2:
    case 3:
      return worlds.move(pick(worlds.pages), scope)
    default:
      return worlds.add(
        scope,
        textIn(scope),
        random(4) === 0 && scope === 'open' ? 'secret' : scope,
      )
  }
}

async function compare(isGranted: boolean, queries: number): Promise<number> {
  let found = 0
  for (let count = 0; count < queries; count += 1) {
    const asked = query()
    for (const { name, here, there } of worlds.sides(isGranted)) {
      const expected = await answers(there, quire.app.search, asked)
      assert.deepEqual(await answers(here, quire.app.search, asked), expected, `${name}: ${asked}`)
      assert.deepEqual(await answers(here, otherNode, asked), expected, `${name}: ${asked}`)
      found += (expected as { hits: unknown[] }).hits.length
    }
  }
  return found
}

describe('a search of a viewer', () => {
  it('gives what it would in a workspace of the pages that the viewer can read', async () => {
    for (let count = 0; count < 150; count += 1) {
      const scope = pick(scopes)
      await worlds.add(scope, textIn(scope))
    }
    let found = 0
    for (let round = 0; round < 24; round += 1) {
      const isGranted = round % 3 !== 1
      await worlds.grant(isGranted)
      found += await compare(isGranted, 6)
      for (let count = 0; count < 12; count += 1) await step()
      const { app } = quire
      for (const workspaceId of worlds.workspaceIds) {
        if (random(3) === 0) await mergeWorkspace(app.store, app.search, workspaceId)
      }
    }
    assert.ok(found > 500, `only ${found} hits`)
    for (const workspaceId of worlds.workspaceIds) {
      assert.ok((await search.segments(quire.app.store, workspaceId)).length > 0)
    }
  })
})
