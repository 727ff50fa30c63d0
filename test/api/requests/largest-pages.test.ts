import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectLive, typing } from '../../support/live.ts'
import { addPage } from '../../support/pages.ts'
import { minBlocking } from '../../support/processes/event-loop.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** Milliseconds of processor time of the main thread in one turn of the event loop. */
const maxBlockedMs = 50
/** Other programs on the machine make any figure larger, and none smaller: the least of several counts. */
const maxRounds = 20

let quire: TestServer
let address: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

const post = async <Body>(path: string, input: object): Promise<Body> => {
  const { workspaceId } = quire
  const { status, body } = await quire.post<Body>(path, { workspaceId, ...input })
  assert.equal(status, 200, JSON.stringify(body).slice(0, 300))
  return body
}

/** Fails if the work leaves others without a turn for too long, each time. */
async function withoutBlocking<Result>(work: () => Promise<Result>): Promise<Result> {
  const { result, maxMs } = await minBlocking(maxRounds, work, maxBlockedMs)
  assert.ok(maxMs < maxBlockedMs, `${maxMs} ms without a turn for others`)
  return result
}

const row = '| one | two | three |\n'
const words = `${'Some words of a paragraph in a long text. '.repeat(20)}\n\n`
const bodies = {
  'with 1 MB of text': words.repeat(Math.floor(1_000_000 / words.length) - 1),
  'with a table of 5,000 rows': `${row}| --- | --- | --- |\n${row.repeat(5000)}`,
}

type Authors = {
  blocks: { parts: object[] }[]
  next: { offset: number; part: number } | null
}

for (const [name, text] of Object.entries(bodies)) {
  describe(`a page ${name}`, () => {
    let pageId: string
    let version = 1
    const write = async () => {
      const body = { mode: 'body', expectedVersion: version, text: `Start here.\n\n${text}` }
      version = (await post<{ version: number }>('/v1/pages/edit', { pageId, ...body })).version
    }
    const edit = (change: object) => post('/v1/pages/edit', { pageId, ...change })
    before(async () => {
      pageId = await addPage(quire, name)
      await write()
    })

    const works: Record<string, () => Promise<unknown>> = {
      'is written': write,
      'is appended to': () => edit({ mode: 'append', text: 'The end.' }),
      'has a word replaced': () =>
        edit({ mode: 'replace', find: 'Start here.', text: 'Start here.' }),
      'is read as a document': () => post('/v1/pages/document', { pageId }),
      'is read as Markdown': () => post('/v1/pages/markdown', { pageId }),
      'is compared': () => post('/v1/history/compare', { pageId, from: 1, to: 2 }),
      'has a version restored': async () => {
        await post('/v1/history/restore', { pageId, version: 2 })
        version += 1
      },
      'lists text that no one accepted': () => post('/v1/history/unaccepted', { pageId }),
      'is duplicated': () => post('/v1/pages/duplicate', { pageId }),
      'is opened and typed into': async () => {
        const client = await connectLive(address, { authorization: `Bearer ${quire.key}` })
        const opened = await client.open({ ...quire, pageId })
        client.send(typing(pageId, { base: opened.version, at: 1, text: 'A' }))
        await client.next('accepted')
        await client.close()
      },
    }
    for (const [work, run] of Object.entries(works)) {
      it(`${work} in short turns`, async () => {
        await withoutBlocking(run)
      })
    }

    it('lists its authors in parts, in short turns', async () => {
      const parts: number[] = []
      let next: Authors['next'] = { offset: 0, part: 0 }
      while (next !== null) {
        const asked = { pageId, limit: 500, ...next }
        const found: Authors = await withoutBlocking(() => post('/v1/history/authors', asked))
        parts.push(found.blocks.flatMap((block) => block.parts).length)
        next = found.next
      }
      assert.ok(Math.max(...parts) <= 2000, parts.join(', '))
    })
  })
}

describe('the comparison of 6,000 changed paragraphs', () => {
  it('leaves others a turn', async () => {
    const pageId = await addPage(quire, 'Rewritten')
    for (const [index, words] of ['as it was', 'in other words'].entries()) {
      const paragraphs = Array.from({ length: 6000 }, (_, number) => `Text ${number} ${words}.`)
      const edit = { mode: 'body', expectedVersion: index + 1, text: paragraphs.join('\n\n') }
      await post('/v1/pages/edit', { pageId, ...edit })
    }
    type Comparison = { lines: { kind: string }[] }
    const { lines } = await withoutBlocking(() =>
      post<Comparison>('/v1/history/compare', { pageId, from: 2, to: 3 }),
    )
    assert.ok(lines.filter(({ kind }) => kind === 'added').length >= 6000, String(lines.length))
  })
})
