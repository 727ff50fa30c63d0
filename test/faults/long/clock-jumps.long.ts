import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { mergeWorkspace } from '../../../server/domain/search/merge.ts'
import { clock } from '../../../server/lib/clock.ts'
import { addPage } from '../../support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { faultsOf } from '../caller.ts'

const day = 86_400_000
const realNow = clock.now

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

const send = async <Body>(path: string, body: object = {}) => {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

describe('a clock that jumps', () => {
  for (const [name, by] of [
    ['a minute back', -60_000],
    ['ten years back', -3650 * day],
    ['a day ahead', day],
    ['ten years ahead', 3650 * day],
  ] as const) {
    it(`${name} loses nothing and stops nothing`, async () => {
      const word = name.replaceAll(' ', '')
      const early = await addPage(quire, `Early ${word}`, { markdown: `Before ${word}.` })
      clock.now = () => realNow() + by
      const late = await addPage(quire, `Late ${word}`, { markdown: `After ${word}.` })
      await send('/v1/pages/edit', { pageId: early, mode: 'append', text: `Again ${word}.` })
      const { results } = await send<{ results: { pageId: string }[] }>('/v1/search/pages', {
        query: word,
      })
      const found = results.map(({ pageId }) => pageId)
      assert.deepEqual(found.toSorted(), [early, late].toSorted())
      await send('/v1/pages/delete', { pageId: late })
      await send('/v1/pages/restore', { pageId: late })
      const { versions } = await send<{ versions: { version: number }[] }>('/v1/history/list', {
        pageId: early,
      })
      assert.deepEqual(
        versions.map(({ version }) => version),
        [2, 1],
      )
      await mergeWorkspace(quire.app.store, quire.app.search, quire.workspaceId)
      clock.now = realNow
      await addPage(quire, `Back ${word}`)
      assert.deepEqual(await faultsOf(contextOf(quire)), [])
    })
  }
})
