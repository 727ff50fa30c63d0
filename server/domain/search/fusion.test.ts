import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fusePages } from './fusion.ts'

const languages = { latin: 'de', cyrillic: 'ru' } as const
const page = (pageId: string, score: number) => ({ pageId, score, languages })
const near = (pageId: string, score: number, block?: number) => ({ pageId, score, block })
const idsOf = (pages: readonly { pageId: string }[]) => pages.map(({ pageId }) => pageId)

describe('fusePages', () => {
  it('leaves the list of words alone where meaning has nothing to say', () => {
    const lexical = [page('a', 2), page('b', 1)]
    assert.equal(fusePages(lexical, undefined), lexical)
    assert.deepEqual(idsOf(fusePages(lexical, { pages: [], weight: 0.4 })), ['a', 'b'])
    assert.deepEqual(idsOf(fusePages([], { pages: [], weight: 0.4 })), [])
  })

  it('puts pages of both lists in one, each once, with where it was meant', () => {
    const lexical = [page('a', 9), page('b', 8), page('c', 1)]
    const semantic = { pages: [near('b', 0.9, 3), near('z', 0.8, 1), near('c', 0.1)], weight: 0.4 }
    const found = fusePages(lexical, semantic)
    assert.deepEqual(idsOf(found), ['b', 'a', 'z', 'c'])
    assert.deepEqual(found[0], { ...found[0], block: 3, languages })
    assert.deepEqual(found[1]?.block, undefined)
  })

  it('keeps what words rank beyond the first hundred behind the rest, as a quoted phrase needs', () => {
    const lexical = Array.from({ length: 300 }, (_, index) => page(`p${index}`, 1000 - index))
    const semantic = { pages: [near('p250', 0.9), near('q', 0.5)], weight: 0.4 }
    const ids = idsOf(fusePages(lexical, semantic))
    assert.equal(ids.length, 301)
    assert.equal(new Set(ids).size, 301)
    assert.ok(ids.indexOf('p250') < 60)
    assert.deepEqual(ids.slice(-2), ['p298', 'p299'])
  })
})
