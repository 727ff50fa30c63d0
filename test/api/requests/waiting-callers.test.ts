import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createKey } from '../../../server/domain/people/api-keys.ts'
import { asRequestOf } from '../../../server/lib/scheduling/current-request.ts'
import { yieldToEventLoop } from '../../../server/lib/time-slices.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const row = '| one | two | three |\n'
const table = `${row}| --- | --- | --- |\n${row.repeat(1500)}`

describe('requests of one person for many large pages', () => {
  it('take turns with a request of another person', async () => {
    const other = await addPerson(quire, 'Reader', 'MEMBER')
    const { workspaceId } = quire
    const pageIds: string[] = []
    for (let page = 0; page < 20; page += 1) {
      pageIds.push(await addPage(quire, `Large ${page}`, { markdown: table }))
    }
    const answered: string[] = []
    const read = async (pageId: string, who: string, key?: string) => {
      const { status } = await quire.post('/v1/pages/markdown', { workspaceId, pageId }, key)
      assert.equal(status, 200)
      answered.push(who)
    }
    const last = pageIds.pop() ?? ''
    const own = pageIds.map((pageId) => read(pageId, 'own'))
    await Promise.all([...own, read(last, 'other', other.key)])
    // In the order of arrival, it would be among the last two.
    assert.ok(answered.indexOf('other') < own.length - 2, answered.join(', '))
  })
})

describe('a request of a person whose earlier requests wait', () => {
  it('is refused when there are many, and told when to try again; others are answered', async () => {
    const other = await addPerson(quire, 'Other', 'MEMBER')
    const { workspaceId } = quire
    const { app, userId } = quire
    const key = await createKey(app.store, { userId, name: 'test', expires: 'never' })
    const ending = new AbortController()
    const compute = async () => {
      while (!ending.signal.aborted) await yieldToEventLoop()
    }
    const waiting = asRequestOf(key.id, () => Array.from({ length: 120 }, compute))
    const list = async (secret: string) => {
      const answer = await quire.post<{ code?: string }>('/v1/pages/list', { workspaceId }, secret)
      return [answer.status, answer.body.code, answer.headers['retry-after']]
    }
    const [own, others] = await Promise.all([list(key.key), list(other.key)])
    ending.abort()
    await Promise.all(waiting)
    assert.deepEqual(own, [429, 'RATE_LIMITED', '1'])
    assert.equal(others[0], 200)
    assert.equal((await list(key.key))[0], 200)
  })
})
