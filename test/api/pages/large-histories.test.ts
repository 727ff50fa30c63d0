import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

/** Many more than the five that one person can have in the queue. */
const requests = 12
const row = '| one | two | three |\n'
const table = `${row}| --- | --- | --- |\n${row.repeat(600)}`

describe('POST /v1/history/authors of a large table', () => {
  it('has at most 2,000 parts, and says where the rest begins', async () => {
    type Authors = {
      total: number
      next: { offset: number; part: number } | null
      blocks: { number: number; parts: { text: string }[] }[]
    }
    const markdown = `Before.\n\n${table}\nAfter.`
    const pageId = await addPage(quire, 'Table', { markdown })
    const { workspaceId } = quire
    const read = async (more: object) => {
      const { status, body } = await quire.post<Authors>('/v1/history/authors', {
        workspaceId,
        pageId,
        ...more,
      })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const cells = 3 * 601
    const first = await read({ limit: 2 })
    assert.deepEqual([first.total, first.next], [3, { offset: 2, part: 0 }])
    assert.equal(first.blocks[1]?.parts.length, cells)

    const text = `${row}| --- | --- | --- |\n${row.repeat(1900)}`
    const edit = { mode: 'body', expectedVersion: 1, text }
    assert.equal((await quire.post('/v1/pages/edit', { workspaceId, pageId, ...edit })).status, 200)
    const texts: string[] = []
    const sizes: number[] = []
    let next: Authors['next'] = { offset: 0, part: 0 }
    while (next !== null) {
      const { blocks, next: rest }: Authors = await read(next)
      const parts = blocks.flatMap((block) => block.parts.map((part) => part.text))
      texts.push(...parts)
      sizes.push(parts.length)
      next = rest
    }
    assert.deepEqual(sizes, [2000, 2000, 1703])
    assert.deepEqual(new Set(texts), new Set(['one', 'two', 'three']))
  })
})

const cases = [
  { path: '/v1/history/authors', method: 'attributed', more: {} },
  { path: '/v1/history/compare', method: 'compare', more: { from: 1, to: 2 } },
  { path: '/v1/history/unaccepted', method: 'unaccepted', more: {} },
] as const

for (const { path, method, more } of cases) {
  describe(`POST ${path} of a large page`, () => {
    it('queues the requests of a person one by one, refuses more of them, and answers others', async (t) => {
      const pageId = await addPage(quire, 'Large', { markdown: table })
      const { workspaceId } = quire
      const address = { workspaceId, pageId }
      const edit = { ...address, mode: 'append', text: 'The end.' }
      assert.equal((await quire.post('/v1/pages/edit', edit)).status, 200)
      const other = await addPerson(quire, `Reader-${method}`, 'MEMBER')

      const { content } = contextOf(quire)
      const released = Promise.withResolvers<void>()
      let running = 0
      let maxRunning = 0
      const real = content[method].bind(content)
      t.mock.method(content, method, async (...given: never[]) => {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await released.promise
        // SAFETY: the arguments are those of the method.
        return await Reflect.apply(real, undefined, given).finally(() => (running -= 1))
      })

      const refused: unknown[] = []
      const ask = async (key?: string) => {
        const answer = await quire.post<{ code?: string }>(path, { ...address, ...more }, key)
        if (answer.status === 429) refused.push([answer.body.code, answer.headers['retry-after']])
        return answer.status
      }
      const own = Array.from({ length: requests }, () => ask())
      await until(() => refused.length === requests - 5)
      const others = ask(other.key)
      released.resolve()
      const statuses = await Promise.all(own)
      assert.equal(statuses.filter((status) => status === 200).length, 5)
      assert.equal(await others, 200)
      assert.equal(maxRunning, 1)
      assert.deepEqual(refused[0], ['RATE_LIMITED', '1'])
      assert.equal(refused.length, requests - 5)
    })
  })
}
