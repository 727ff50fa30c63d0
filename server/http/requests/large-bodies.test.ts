import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../test/support/pages.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { openWire, rawPost, statusesIn, type Wire } from '../../../test/support/wire.ts'
import { largeBodiesAtOnce } from './large-bodies.ts'

const path = '/v1/page-files/upload-file'
const large = 1_200_000

describe('queueLargeBodies', () => {
  let quire: TestServer
  let address: string
  let pageId: string
  const wires: Wire[] = []

  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    pageId = await addPage(quire, 'Page')
  })
  after(async () => {
    for (const { socket } of wires) socket.destroy()
    await quire.close()
  })

  const upload = () => {
    const contentBase64 = Buffer.alloc(900_000).toString('base64')
    const { workspaceId } = quire
    return JSON.stringify({ workspaceId, pageId, fileName: 'a', mimeType: 'a/b', contentBase64 })
  }

  /** A sender that stops in the midst of a large body. */
  async function stall(): Promise<Wire> {
    const wire = await openWire(address)
    wires.push(wire)
    await wire.send(rawPost(quire, path, '{"workspaceId":', { length: large }))
    return wire
  }

  it('gives back the places of senders that give up', async () => {
    for (let round = 0; round < 20; round += 1) {
      const wire = await stall()
      wire.socket.destroy()
      await wire.closed()
    }
    assert.equal((await quire.post(path, JSON.parse(upload()))).status, 200)
  })

  it('lets small bodies past, and takes the large ones in when there is room', async () => {
    const slow = await Promise.all(Array.from({ length: largeBodiesAtOnce }, stall))
    const { workspaceId } = quire
    const small = await quire.post('/v1/pages/update', { workspaceId, pageId, title: 'Past' })
    assert.equal(small.status, 200)

    const wire = await openWire(address)
    wires.push(wire)
    const sent = wire.send(rawPost(quire, path, upload()))
    assert.equal((await quire.get('/v1/workspaces')).status, 200)
    assert.equal(wire.received(), '')
    slow[0]?.socket.destroy()
    await sent
    assert.deepEqual(statusesIn(await wire.until(/fileId/)), [200])
  })

  it('takes all of many that come at once', async () => {
    for (const { socket } of wires) socket.destroy()
    const body = upload()
    const answers = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const wire = await openWire(address)
        wires.push(wire)
        await wire.send(rawPost(quire, path, body))
        return wire.until(/fileId/)
      }),
    )
    assert.ok(answers.every((received) => statusesIn(received)[0] === 200))
  })
})
