import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  initialize,
  type ServerProcess,
  startProcess,
} from '../../../test/support/processes/process.ts'
import { makeNote, rankIn } from '../../../test/support/search-index.ts'
import { until } from '../../../test/support/until.ts'
import { openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { checkSearch } from './check.ts'
import { minChanges } from './merge.ts'

let dataFolder: string
let workspaceId: string
let key: string
before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'quire-test-'))
  const created = await initialize({ dataFolder })
  workspaceId = created.workspaceId
  key = created.key
})
after(() => rm(dataFolder, { recursive: true, force: true }))

/** Writes pages until the server is gone; gives the titles it has answered for. */
async function writeUntilKilled(server: ServerProcess, from: number): Promise<string[]> {
  const written: string[] = []
  let next = from
  const write = async () => {
    for (;;) {
      const title = `unique${(next += 1)}q`
      const body = JSON.stringify({ workspaceId, title, markdown: makeNote(next) })
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const url = `${server.address}/v1/pages/create`
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
      if (answer?.status !== 200) return
      written.push(title)
    }
  }
  const writers = Array.from({ length: 16 }, write)
  await until(() => written.length >= minChanges + 100)
  // The merger looks for work a few times a second: somewhere in its work.
  await sleep(100 + Math.random() * 300)
  await server.stop('SIGKILL')
  await Promise.all(writers)
  return written
}

describe('a server that is killed while it merges', () => {
  it('loses no page from search, and goes on', async () => {
    const written: string[] = []
    for (const round of [1, 2, 3]) {
      const server = await startProcess({ dataFolder, environment: { RATE_LIMIT: '0' } })
      written.push(...(await writeUntilKilled(server, round * 1_000_000)))
    }
    const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
    try {
      const { faults } = await checkSearch(app.store, workspaceId)
      assert.deepEqual(faults, [])
      for (const title of written.filter((_, index) => index % 20 === 0)) {
        const { titled } = await rankIn(app, workspaceId, title)
        assert.equal(titled.length, 1, title)
      }
    } finally {
      await app.close()
    }
  })
})
