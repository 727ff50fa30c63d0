import assert from 'node:assert/strict'
import { request as send } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder, startQuire } from '../support/children.ts'
import { memoryOf, processorTimeOf, watchMemory } from '../support/process-usage.ts'
import { startWorkspace } from '../support/seed.ts'
import { type Column, digits, formatTable } from '../support/table.ts'

/** Megabytes of the file; `npm run bench:uploads -- 5000` takes another size. */
const size = Number(process.argv[2] ?? 2048) * 1024 * 1024
/** Megabytes of memory that an upload may add to an idle server, however long it is. */
const maxAdded = 120
const chunk = Buffer.alloc(1024 * 1024, 'quire ')

/** Sends one long file in one request and watches what the server needs for it. */
async function run(): Promise<void> {
  const { dataFolder, workspaceId, key } = await startWorkspaceIn(makeFolder())
  const quire = await startQuire(dataFolder)
  const address = `http://127.0.0.1:${quire.port}`
  const headers = { authorization: `Bearer ${key}`, 'tus-resumable': '1.0.0' }
  const metadata = `workspaceId ${base64(workspaceId)},filename ${base64('film.mp4')}`
  const begun = await fetch(`${address}/v1/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(size), 'upload-metadata': metadata },
  })
  assert.equal(begun.status, 201, await begun.text())
  const idle = memoryOf(quire.pid).resident
  const memory = watchMemory(quire.pid)
  const before = processorTimeOf(quire.pid) ?? 0
  const waits = watchAnswers(`${address}/healthz`)
  const start = performance.now()
  const { sent, fileId } = await upload(address + begun.headers.get('location'), headers)
  const seconds = (performance.now() - start) / 1000
  const maxMs = await waits.stop()
  const max = memory.stop().resident
  const spent = (processorTimeOf(quire.pid) ?? 0) - before
  assert.match(fileId, /^[\da-f-]{36}$/)
  await quire.stop()
  const added = max - idle
  const columns: Column[] = [{ heading: 'one upload', left: true }, { heading: '' }]
  const rows = [
    ['size', `${digits(size / 1024 / 1024)} MB`],
    ['from the first byte to the last', `${(sent / 1000).toFixed(1)} s`],
    ['until the file is kept', `${seconds.toFixed(1)} s, ${digits(size / 1e6 / seconds)} MB/s`],
    ['processor time of the server', `${spent.toFixed(1)} s`],
    ['memory before', `${digits(idle)} MB`],
    ['most memory meanwhile', `${digits(max)} MB`],
    [
      'added',
      `${digits(added)} MB, must be under ${maxAdded}: ${added < maxAdded ? 'ok' : 'above'}`,
    ],
    ['longest answer of /healthz meanwhile', `${digits(maxMs)} ms`],
  ]
  process.stdout.write(`${formatTable(columns, rows)}\n`)
}

async function startWorkspaceIn(dataFolder: string) {
  return { dataFolder, ...(await startWorkspace(dataFolder)) }
}

async function upload(url: string, headers: Record<string, string>) {
  const start = performance.now()
  let sent = 0
  const response = Promise.withResolvers<string>()
  const request = send(url, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': size,
    },
  })
  request.once('response', (answer) => {
    answer.resume()
    assert.equal(answer.statusCode, 204)
    response.resolve(String(answer.headers['quire-file-id']))
  })
  request.once('error', response.reject)
  await pipeline(Readable.from(chunks()), request)
  sent = performance.now() - start
  return { sent, fileId: await response.promise }
}

function* chunks(): Generator<Buffer> {
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}

/** How long others wait for an answer meanwhile. */
function watchAnswers(url: string): { stop: () => Promise<number> } {
  let maxMs = 0
  const end = new AbortController()
  const watching = (async () => {
    while (!end.signal.aborted) {
      const start = performance.now()
      await (await fetch(url)).text()
      maxMs = Math.max(maxMs, performance.now() - start)
      await sleep(20)
    }
  })()
  return {
    stop: async () => {
      end.abort()
      await watching
      return maxMs
    },
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

await run()
process.exit()
