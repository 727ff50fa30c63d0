import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contents } from '../../server/store/index.ts'
import { connectLive, typing } from '../support/live.ts'
import { addPage, markdownWhen } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

let quire: TestServer
let address: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

const row = '| one | two | three |\n'

describe('a large table', () => {
  for (const rows of [3700, 5000]) {
    it(`of ${rows} rows takes a letter from the browser, and then rows of a program`, async () => {
      const pageId = await addPage(quire, 'Log')
      const { workspaceId } = quire
      const page = { workspaceId, pageId }
      const edit = async (change: object) => {
        const { status, body } = await quire.post('/v1/pages/edit', { ...page, ...change })
        assert.equal(status, 200, JSON.stringify(body))
      }
      const text = `${row}| --- | --- | --- |\n${row.repeat(rows)}`
      await edit({ mode: 'body', expectedVersion: 1, text: `Words.\n\n${text}` })
      const storedLength = async () =>
        (await contents.body(quire.app.store, workspaceId, pageId))?.document.length ?? 0
      const before = await storedLength()

      const client = await connectLive(address, { authorization: `Bearer ${quire.key}` })
      const { version } = await client.open(page, 2)
      client.send(typing(pageId, { base: version, at: 1, text: 'A' }))
      await client.next('accepted')
      await client.close()
      await markdownWhen(quire, pageId, /^AWords/)
      await edit({ mode: 'append', text: row })
      const added = (await storedLength()) - before
      assert.ok(added < 1000, `${added} more characters after a letter and a row`)
    })
  }
})
