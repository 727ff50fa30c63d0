import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../server/lib/ids.ts'
import type { StepJson } from '../../../server/lib/live-messages.ts'
import { maxSteps } from '../../../server/live/limits.ts'
import { connectLive, insertion } from '../../support/live.ts'
import {
  type Initialized,
  initialize,
  type ServerProcess,
  startProcess,
} from '../../support/processes/process.ts'
import { writeDocx } from '../../support/sources/write-docx.ts'
import { zipOf } from '../../support/transfer/imports.ts'
import { until } from '../../support/until.ts'
import { caller } from '../caller.ts'

/** What one document, frame or journal may add to the memory of the server process. */
const maxMegabytes = 100
const pixel = Buffer.from('89504e470d0a1a0a', 'hex')

const paragraph = (value: string) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: value }],
})
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))
const line = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
/** Words that no archive packs tightly. */
const words = (count: number) =>
  times(count, (index) => ((index * 48_271) % 2_147_483_647).toString(36))

let folder = ''
let server: ServerProcess
let first: Initialized
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-memory-'))
  first = await initialize({ dataFolder: folder })
  server = await startProcess({ dataFolder: folder, environment: { RATE_LIMIT: '0' } })
})
after(async () => {
  await server.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const ask = async (path: string, body: object) => {
  const reply = await caller(server.address, first)(path, body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

/** Megabytes of a line of the status of the server process. */
function megabytes(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

/** How much more memory the server has during work than before it. */
async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = megabytes('VmRSS')
  // The highest size counts from now on: https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  await work()
  return megabytes('VmHWM') - before
}

/** Uploads a file and reads it for an import. Returns what became of it. */
async function importFile(name: string, content: Uint8Array): Promise<string> {
  const { pageId } = await ask('/v1/pages/create', { title: name, markdown: '' })
  const { fileId } = await ask('/v1/page-files/upload-file', {
    pageId,
    fileName: name,
    mimeType: 'application/octet-stream',
    contentBase64: Buffer.from(content).toString('base64'),
  })
  const { id: importId } = await ask('/v1/imports/create', { fileId, parentId: pageId })
  const reach = (...states: string[]) =>
    until(async () => {
      const { state } = await ask('/v1/imports/get', { importId })
      return states.includes(String(state)) && String(state)
    })
  const read = await reach('ready', 'failed')
  if (read === 'failed') return read
  await ask('/v1/imports/start', { importId })
  return reach('done', 'failed')
}

describe('the memory of the server', { concurrency: false }, () => {
  if (process.platform !== 'linux') {
    it('is measured on Linux only', () => undefined)
    return
  }
  before(() => importFile('small.docx', writeDocx(line('Text'), { pixel })))

  const documents: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
    'bomb.docx': () => writeDocx(line('a').repeat(240_000), { pixel }),
    'long.docx': () => writeDocx(words(40_000).map(line).join(''), { pixel }),
    'wide.docx': () => writeDocx(line(words(100_000).join(' ')), { pixel }),
    'deep.docx': () => writeDocx(`${'<w:sdt>'.repeat(400)}${'</w:sdt>'.repeat(400)}`, { pixel }),
    'list.zip': () =>
      zipOf({
        'list.md': words(15_000)
          .map((word) => `- ${word}`)
          .join('\n'),
      }),
    'page.zip': () =>
      zipOf({
        'page.html': `<p>${words(40_000)
          .map((word) => `<b>${word}</b>`)
          .join(' ')}</p>`,
      }),
    'table.csv': () => Buffer.from(times(20_000, (row) => `${row},a,b,c`).join('\n')),
    'pages.zip': () =>
      zipOf(
        Object.fromEntries(times(500, (index) => [`${index}.md`, `Text ${index}\n`.repeat(200)])),
      ),
  }
  for (const [name, make] of Object.entries(documents)) {
    it(`grows by less than ${maxMegabytes} MB while it imports ${name}`, async (t) => {
      const content = await make()
      let outcome = ''
      const growth = await growthOf(async () => {
        outcome = await importFile(name, content)
      })
      t.diagnostic(`${name}: ${outcome}, ${growth.toFixed()} MB`)
      assert.ok(growth < maxMegabytes, `${outcome}, ${growth} MB`)
    })
  }

  const batches: Readonly<Record<string, { content: object[]; steps: StepJson[] }>> = {
    'insertions on a page of 2,000 blocks': {
      content: times(2000, (index) => paragraph(`w${index % 7}`)),
      steps: times(1000, (index) => insertion(1 + index * 5, 'y')),
    },
    'insertions in one block': {
      content: [paragraph('x'.repeat(20_000))],
      steps: times(maxSteps, () => insertion(1, 'y')),
    },
    'thousands of blocks at once': {
      content: times(6000, () => paragraph('w')),
      steps: [
        {
          stepType: 'replace',
          from: 0,
          to: 6000 * 3,
          slice: { content: times(6000, (index) => paragraph(`other ${index}`)) },
        },
      ],
    },
  }
  for (const [name, { content, steps }] of Object.entries(batches)) {
    it(`grows by less than ${maxMegabytes} MB with a batch of ${name}, and with its journal`, async (t) => {
      const { pageId } = await ask('/v1/pages/create', { title: 'Live', markdown: '' })
      await ask('/v1/pages/update', { pageId, content: { type: 'doc', content } })
      const page = { ...first, pageId: String(pageId) }
      const growth = await growthOf(async () => {
        const client = await connectLive(server.address, { authorization: `Bearer ${first.key}` })
        await client.open(page, 2)
        const id = newId()
        client.send({ type: 'steps', pageId, base: 2, id, steps })
        await until(() => client.received.some((one) => 'id' in one && one.id === id))
        await client.close()
        const late = await connectLive(server.address, { authorization: `Bearer ${first.key}` })
        await late.open(page, 2)
        await late.close()
      })
      t.diagnostic(`${name}: ${growth.toFixed()} MB`)
      assert.ok(growth < maxMegabytes, `${growth} MB`)
    })
  }
})
