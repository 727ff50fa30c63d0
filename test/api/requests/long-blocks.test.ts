import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { measureBlocking } from '../../support/processes/event-loop.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** Milliseconds of processor time; one turn took seconds of it before. */
const maxBlockedMs = 250

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

/** Characters that hardly ever stand beside each other twice. */
function mixed(count: number): string {
  let seed = 1
  const units = Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return 0x4e00 + ((seed >> 8) % 20_000)
  })
  return units.map((unit) => String.fromCharCode(unit)).join('')
}

async function write(text: string): Promise<{ pageId: string; maxMs: number }> {
  const { workspaceId } = quire
  const pageId = await addPage(quire, 'Long')
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] }
  const payload = JSON.stringify({
    workspaceId,
    pageId,
    content: { type: 'doc', content: [paragraph] },
  })
  const headers = { authorization: `Bearer ${quire.key}`, 'content-type': 'application/json' }
  const { maxMs, result } = await measureBlocking(() =>
    quire.request({ method: 'POST', url: '/v1/pages/update', headers, payload }),
  )
  assert.equal(result.status, 200)
  return { pageId, maxMs }
}

async function search(query: string): Promise<{ found: string[]; maxMs: number }> {
  const { workspaceId } = quire
  const { maxMs, result } = await measureBlocking(() =>
    quire.post<{ results: { pageId: string }[] }>('/v1/search/pages', { workspaceId, query }),
  )
  assert.equal(result.status, 200)
  return { found: result.body.results.map(({ pageId }) => pageId), maxMs }
}

describe('a block of hundreds of thousands of characters without spaces', () => {
  const texts = {
    'that repeats itself': '漢字仮名交り文'.repeat(60_000),
    'of ever new pairs': mixed(300_000),
    'of one word': 'aB1_'.repeat(150_000),
    'of marks on one letter': `e${'\u0301\u0316'.repeat(200_000)}`,
  }
  for (const [kind, text] of Object.entries(texts)) {
    it(`${kind} holds nobody up, written, searched and renamed`, async () => {
      const { pageId, maxMs } = await write(text)
      assert.ok(maxMs < maxBlockedMs, `writing took ${maxMs} ms in one turn`)
      const queries = [text.slice(0, 2), text.slice(100, 150), `"${text.slice(5000, 5030)}"`]
      for (const query of queries) {
        const answer = await search(query)
        assert.ok(answer.maxMs < maxBlockedMs, `a search took ${answer.maxMs} ms in one turn`)
      }
      const { workspaceId } = quire
      const title = `Renamed wombat ${kind}`
      const renamed = await measureBlocking(() =>
        quire.post('/v1/pages/update', { workspaceId, pageId, title }),
      )
      assert.ok(renamed.maxMs < maxBlockedMs, `renaming took ${renamed.maxMs} ms in one turn`)
      assert.ok((await search(title)).found.includes(pageId), 'not found by its new title')
    })
  }

  it('is found by what stands at its end', async () => {
    const { pageId } = await write(`${'漢字仮名交り文'.repeat(20_000)}東京塔`)
    assert.equal((await search('東京塔')).found[0], pageId)
    assert.equal((await search('"文東京塔"')).found[0], pageId)
  })

  it('is told as it ever was when it is short', async () => {
    const { pageId } = await write('我们参观了京都塔')
    assert.equal((await search('京都塔')).found[0], pageId)
  })
})
