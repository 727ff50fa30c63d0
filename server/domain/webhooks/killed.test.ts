import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caller, withFolder } from '../../../test/faults/caller.ts'
import { startReceiver } from '../../../test/support/outside/receiver.ts'
import {
  initialize,
  type ServerProcess,
  startProcess,
} from '../../../test/support/processes/process.ts'
import { until } from '../../../test/support/until.ts'

const kills = 4
const writers = 6

describe('kill -9 while webhooks are delivered', () => {
  it('loses no event that was answered', () =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      const receiver = await startReceiver()
      const environment = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
      const start = () => startProcess({ dataFolder, environment })
      let server = await start()
      const url = `${receiver.url}/hook`
      const created = await caller(server.address, first)('/v1/webhooks/create', {
        url,
        events: ['page.created'],
      })
      assert.equal(created.status, 200)
      const answered = new Set<string>()
      for (let round = 0; round < kills; round += 1) {
        await writeAndKill(server, first, answered)
        server = await start()
      }
      const received = async () =>
        new Set((await receiver.received('/hook')).map(({ body }) => JSON.parse(body).data.page.id))
      assert.ok(answered.size >= kills)
      await until(async () => answered.isSubsetOf(await received()))
      const { status, body } = await caller(server.address, first)('/v1/webhooks/list', {})
      assert.equal(status, 200, JSON.stringify(body))
      await server.stop()
      receiver.close()
    }))
})

async function writeAndKill(
  server: ServerProcess,
  first: { key: string; workspaceId: string },
  answered: Set<string>,
): Promise<void> {
  const call = caller(server.address, first)
  let left = 60
  await Promise.allSettled(
    Array.from({ length: writers }, async () => {
      for (;;) {
        const { body } = await call('/v1/pages/create', { title: 'Told', markdown: '' })
        answered.add(String(body['pageId']))
        left -= 1
        if (left === 0) void server.stop('SIGKILL')
      }
    }),
  )
  await server.ended
}
