import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { pages, systemViewer } from '../../server/store/index.ts'
import { initialize, runServer, startProcess } from '../support/processes/process.ts'
import { until } from '../support/until.ts'
import { caller, inspect, withFolder } from './caller.ts'

/** A request whose body has only begun: it is in flight for as long as the test wants. */
async function beginCreate(
  address: string,
  { key, workspaceId }: { key: string; workspaceId: string },
) {
  const body = JSON.stringify({ workspaceId, title: 'In flight' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString()))
  await once(socket, 'connect')
  const head = [
    'POST /v1/pages/create HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  // The server has taken the request up once it asks for the body.
  await until(() => received.includes('100 Continue'))
  socket.write(body.slice(0, 10))
  return {
    finish: () => socket.write(body.slice(10)),
    answer: async () => {
      await once(socket, 'close')
      return received
    },
  }
}

describe('a stop', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`by ${signal} finishes what is in flight, takes nothing new, closes the store and ends with 0`, () =>
      withFolder(async (dataFolder) => {
        const server = await startProcess({ dataFolder })
        const first = await initialize({ dataFolder })
        const inFlight = await beginCreate(server.address, first)
        const stopped = server.stop(signal)
        await until(() =>
          fetch(`${server.address}/healthz`).then(
            () => false,
            () => true,
          ),
        )
        inFlight.finish()
        const answer = await inFlight.answer()
        assert.match(answer, /HTTP\/1\.1 200 OK[^]*"pageId":"/)
        const { code, stderr } = await stopped
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
        assert.deepEqual((await readdir(dataFolder)).toSorted(), [
          'files',
          'quire.db',
          'quire.db-mark',
        ])
        await inspect(dataFolder, first, async ({ store }) => {
          const [page] = await pages.all(store, systemViewer(first.workspaceId))
          assert.equal(page?.title, 'In flight')
        })
      }))
  }

  it('of `npm start` reaches the server behind it', () =>
    withFolder(async (dataFolder) => {
      const within = ['npm', 'start', '--silent', '--']
      const server = await startProcess({ dataFolder, within })
      assert.equal((await fetch(`${server.address}/healthz`)).status, 200)
      assert.equal((await server.stop()).code, 0)
      assert.deepEqual((await readdir(dataFolder)).toSorted(), [
        'files',
        'quire.db',
        'quire.db-mark',
      ])
    }))

  it('under a load of writes keeps every answered one', () =>
    withFolder(async (dataFolder) => {
      const server = await startProcess({ dataFolder })
      const first = await initialize({ dataFolder })
      const call = caller(server.address, first)
      const answered: string[] = []
      const writers = Array.from({ length: 8 }, async () => {
        for (;;) {
          const { status, body } = await call('/v1/pages/create', { title: 'Page' })
          if (status !== 200) return
          answered.push(String(body['pageId']))
          if (answered.length === 100) void server.stop()
        }
      })
      await Promise.allSettled(writers)
      assert.equal((await server.ended).code, 0)
      await inspect(dataFolder, first, async ({ store }) => {
        const stored = new Set(
          (await pages.all(store, systemViewer(first.workspaceId))).map(({ id }) => id),
        )
        assert.deepEqual(
          answered.filter((id) => !stored.has(id)),
          [],
        )
      })
    }))

  it('that is sent twice at once, as by Ctrl-C, finishes what is in flight', () =>
    withFolder(async (dataFolder) => {
      const server = await startProcess({ dataFolder })
      const first = await initialize({ dataFolder })
      const inFlight = await beginCreate(server.address, first)
      void server.stop('SIGINT')
      const stopped = server.stop('SIGINT')
      inFlight.finish()
      assert.match(await inFlight.answer(), /HTTP\/1\.1 200 OK/)
      assert.equal((await stopped).code, 0)
    }))

  it('does not wait for idle connections, and a later signal ends it at once', () =>
    withFolder(async (dataFolder) => {
      const server = await startProcess({ dataFolder })
      const first = await initialize({ dataFolder })
      await caller(server.address, first)('/v1/workspace/stats', {})
      await beginCreate(server.address, first)
      const ended = server.stop()
      const repeated = setInterval(() => void server.stop(), 100)
      assert.equal((await ended).signal, 'SIGTERM')
      clearInterval(repeated)
    }))
})

describe('a second server', () => {
  it('on the same port says so in a sentence that names it, and ends with 1', () =>
    withFolder(async (dataFolder) => {
      const server = await startProcess({ dataFolder })
      const { port } = new URL(server.address)
      const { code, stdout, stderr } = await runServer({ dataFolder, environment: { PORT: port } })
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      assert.match(stderr, new RegExp(`^Quire cannot start: port ${port} .*another.*PORT\\.\\n$`))
      assert.equal((await fetch(`${server.address}/healthz`)).status, 200)
      assert.equal((await server.stop()).code, 0)
    }))

  it('on the same empty folder at the same moment comes up as well', () =>
    withFolder(async (folder) => {
      for (let round = 0; round < 2; round += 1) {
        const dataFolder = `${folder}/${round}`
        const both = await Promise.all([startProcess({ dataFolder }), startProcess({ dataFolder })])
        const [one, other] = both
        const first = await initialize({ dataFolder })
        const created = await caller(one.address, first)('/v1/pages/create', { title: 'Shared' })
        const seen = await caller(other.address, first)('/v1/pages/markdown', created.body)
        assert.deepEqual([created.status, seen.status], [200, 200])
        const ends = await Promise.all(both.map((server) => server.stop()))
        assert.deepEqual(
          ends.map(({ code }) => code),
          [0, 0],
        )
      }
    }))

  it('on an address that is not of this machine says so, and ends with 1', () =>
    withFolder(async (dataFolder) => {
      const HOST = '203.0.113.1'
      const { code, stderr } = await runServer({ dataFolder, environment: { HOST } })
      assert.equal(code, 1)
      assert.match(stderr, /^Quire cannot start: it cannot listen on 203\.0\.113\.1, .*HOST.*\n$/)
    }))
})
