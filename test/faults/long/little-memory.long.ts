import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { initialize, startProcess } from '../../support/processes/process.ts'
import { type Call, caller, faultsOf, inspect, withFolder } from '../caller.ts'

/** Megabytes of the heap of the main thread and of each worker. */
const heaps = [96, 160]
const atOnce = 60
const row = '| one | two | three |\n'
const bodies = {
  text: `${'Some words of a paragraph in a long text. '.repeat(20)}\n\n`.repeat(1100),
  table: `${row}| --- | --- | --- |\n${row.repeat(4500)}`,
}
const pagesOfEach = 10

/** Requests that take the most: each with pages of its own. */
const requests = {
  '/v1/history/authors': {},
  '/v1/history/compare': { from: 1, to: 2 },
  '/v1/history/unaccepted': {},
  '/v1/pages/markdown': {},
  '/v1/pages/document': {},
  '/v1/pages/edit': { mode: 'append', text: 'The end.' },
} as const

describe('a server with little memory', () => {
  for (const megabytes of heaps) {
    it(`answers or refuses ${atOnce} of the largest requests at once with a heap of ${megabytes} MB`, (t) =>
      withFolder(async (dataFolder) => {
        const first = await initialize({ dataFolder })
        const NODE_OPTIONS = `--max-old-space-size=${megabytes}`
        const environment = { RATE_LIMIT: '0', NODE_OPTIONS }
        const server = await startProcess({ dataFolder, environment })
        const call: Call = caller(server.address, first)
        const ids: string[] = []
        for (const [title, text] of Object.entries(bodies)) {
          for (let page = 0; page < pagesOfEach; page += 1) {
            const created = await call('/v1/pages/create', { title, markdown: 'Start.' })
            const pageId = String(created.body['pageId'])
            const body = { pageId, mode: 'body', expectedVersion: 1, text }
            assert.equal((await call('/v1/pages/edit', body)).status, 200)
            ids.push(pageId)
          }
        }
        const versions = new Map<string, number>()
        for (const [path, more] of Object.entries(requests)) {
          const statuses = new Map<number, number>()
          await Promise.all(
            Array.from({ length: atOnce }, async (_, number) => {
              const pageId = ids[number % ids.length] ?? ''
              const { status, body } = await call(path, { pageId, ...more })
              statuses.set(status, (statuses.get(status) ?? 0) + 1)
              const { version } = body
              if (path === '/v1/pages/edit' && typeof version === 'number') {
                versions.set(pageId, Math.max(versions.get(pageId) ?? 0, version))
              }
            }),
          )
          t.diagnostic(`${path}: ${JSON.stringify([...statuses])}`)
          const others = [...statuses.keys()].filter((status) => ![200, 429, 503].includes(status))
          assert.deepEqual(others, [])
          assert.ok((statuses.get(200) ?? 0) > 0, path)
        }
        for (const [page, version] of versions) {
          const { body } = await call('/v1/pages/get', { page, maxBytes: 100 })
          assert.ok(Number(body['version']) >= version, `${page} at ${String(body['version'])}`)
        }
        assert.equal((await server.stop()).code, 0)
        const faults = await inspect(dataFolder, first, (context) => faultsOf(context))
        assert.deepEqual(faults, [])
      }))
  }
})
