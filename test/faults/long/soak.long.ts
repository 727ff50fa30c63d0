import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectLive, type LiveClient, typing } from '../../support/live.ts'
import { addPerson } from '../../support/people.ts'
import { initialize, type Initialized, startProcess } from '../../support/processes/process.ts'
import { until } from '../../support/until.ts'
import { type Call, caller, faultsOf, inspect, withFolder } from '../caller.ts'
import { Load } from '../load.ts'
import { watchHealth } from './watch.ts'

const seconds = Number(process.env['QUIRE_SOAK_SECONDS'] ?? 300)
const sockets = 500
const people = 12
const pages = 200
/** Sockets that type; the others read. */
const typists = 40
/** Megabytes that the server takes at most under load: docs/performance.md. */
const maxMegabytes = 400

type Reader = { client: LiveClient; pageId: string }

/** Keys of several people: one person may have 50 connections. */
function addPeople(dataFolder: string, first: Initialized): Promise<string[]> {
  return inspect(dataFolder, first, async (_context, app) => {
    const keys = [first.key]
    while (keys.length < people) {
      keys.push((await addPerson({ app, ...first }, `Reader${keys.length}`, 'MEMBER')).key)
    }
    return keys
  })
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

/** No page has it before. */
const letter = 'q'

/** Types the letter and waits until it is confirmed. */
async function type({ client, pageId }: Reader): Promise<void> {
  const last = client.received.findLast((one) => 'version' in one)
  const base = last !== undefined && 'version' in last ? last.version : 1
  const sent = typing(pageId, { base, at: 1, text: letter })
  client.send(sent)
  const answer = await until(() =>
    client.received.findLast((one) => 'id' in one && one.id === sent.id),
  )
  assert.equal(answer.type, 'accepted', JSON.stringify(answer))
}

describe(`${sockets} sockets on ${pages} pages, and writers through several interfaces`, () => {
  it(`get every answer for ${seconds} seconds, and lose nothing`, (t) =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      const keys = await addPeople(dataFolder, first)
      const server = await startProcess({ dataFolder, environment: { RATE_LIMIT: '0' } })
      const call: Call = caller(server.address, first)
      const ids: string[] = []
      while (ids.length < pages) {
        const page = { title: `Page ${ids.length}`, markdown: 'Text.' }
        ids.push(String((await call('/v1/pages/create', page)).body['pageId']))
      }
      const readers: Reader[] = []
      while (readers.length < sockets) {
        const number = readers.length
        const pageId = ids[number % pages] ?? ''
        const authorization = `Bearer ${keys[number % people] ?? ''}`
        const client = await connectLive(server.address, { authorization })
        await client.open({ ...first, pageId })
        readers.push({ client, pageId })
      }
      const opened = residentMegabytes(server.pid)
      const load = new Load({ ...first, address: () => server.address })
      load.start(4)
      const health = watchHealth(server.address)
      let keysTyped = 0
      let maxResident = 0
      const state = { isOver: false }
      const typing = readers.slice(0, typists).map(async (reader) => {
        while (!state.isOver) {
          await type(reader)
          keysTyped += 1
          await sleep(Math.random() * 200)
        }
      })
      for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
        await Promise.race([Promise.all(typing), sleep(1000)])
        maxResident = Math.max(maxResident, residentMegabytes(server.pid))
        assert.deepEqual(load.failures, [])
      }
      state.isOver = true
      await Promise.all(typing)
      await load.stop()
      const { answers, maxMs } = await health.stop()
      const letters = await Promise.all(
        ids.map(async (pageId) => {
          const { markdown } = (await call('/v1/pages/markdown', { pageId })).body
          return String(markdown).split(letter).length - 1
        }),
      )
      for (const { client } of readers) client.terminate()
      t.diagnostic(
        `${load.answers} answers, ${keysTyped} keys; ${answers} times healthy, ${maxMs.toFixed()} ms at most; ` +
          `${opened.toFixed()} MB with all sockets, ${maxResident.toFixed()} MB at most`,
      )
      assert.deepEqual(load.failures, [])
      assert.equal(
        letters.reduce((sum, count) => sum + count, 0),
        keysTyped,
      )
      assert.ok(maxResident < maxMegabytes, `${maxResident} MB`)
      assert.equal((await server.stop()).code, 0)
      const faults = await inspect(dataFolder, first, (context) => faultsOf(context))
      assert.deepEqual(faults, [])
    }))
})
