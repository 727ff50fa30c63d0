import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { WorkspaceContext } from '../../server/domain/context.ts'
import { openFile, requireReadableFile } from '../../server/domain/files/files.ts'
import { getMarkdown } from '../../server/domain/pages/read.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { searchPages } from '../../server/domain/search/search.ts'
import { pages, systemViewer } from '../../server/store/index.ts'
import { initialize, startProcess } from '../support/processes/process.ts'
import { type Call, caller, faultsOf, inspect, withFolder } from './caller.ts'

/** More of them in test/faults/long. */
const rounds = Number(process.env['QUIRE_KILL_ROUNDS'] ?? 8)
const writers = 12

/** What the server has answered, and so must never lose. */
type Answered = {
  pages: Map<string, { word: string; titles: [answered: string, sent: string] }>
  files: Map<string, string>
}

/** Writes without a pause until the server is gone; every answer is noted, then `onAnswer` is told. */
async function write(call: Call, name: string, answered: Answered, onAnswer: () => void) {
  for (let count = 1000; ; count += 1) {
    const word = `${name}n${count}`
    const created = await call('/v1/pages/create', { title: word, markdown: `Text of ${word}.` })
    assert.equal(created.status, 200)
    const pageId = String(created.body['pageId'])
    const known = { word, titles: [word, word] as [string, string] }
    answered.pages.set(pageId, known)
    onAnswer()

    known.titles[1] = `${word} changed`
    assert.equal((await call('/v1/pages/update', { pageId, title: known.titles[1] })).status, 200)
    known.titles[0] = known.titles[1]
    onAnswer()

    const content = `${word} `.repeat(2000)
    const contentBase64 = Buffer.from(content).toString('base64')
    const upload = { pageId, fileName: `${word}.txt`, mimeType: 'text/plain', contentBase64 }
    const uploaded = await call('/v1/page-files/upload-file', upload)
    assert.equal(uploaded.status, 200)
    answered.files.set(String(uploaded.body['fileId']), content)
    onAnswer()
  }
}

/** Starts the server, writes to it, and kills it while all writers wait for an answer. */
async function killUnderLoad(
  dataFolder: string,
  first: { key: string; workspaceId: string },
  answered: Answered,
  round: number,
): Promise<void> {
  const server = await startProcess({ dataFolder })
  const call = caller(server.address, first)
  let left = 30 + 11 * round
  const onAnswer = () => {
    left -= 1
    if (left === 0) void server.stop('SIGKILL')
  }
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const failure = await write(call, `r${round}w${writer + 10}`, answered, onAnswer).catch(
        (error: unknown) => error,
      )
      // A connection that broke off is what was asked for; a wrong answer is not.
      assert.ok(!(failure instanceof assert.AssertionError), String(failure))
    }),
  )
  assert.equal((await server.ended).signal, 'SIGKILL')
}

async function verify(
  context: WorkspaceContext,
  workspaceId: string,
  answered: Answered,
): Promise<void> {
  assert.deepEqual(await faultsOf(context), [])
  for (const [pageId, { word, titles }] of answered.pages) {
    const page = await pages.get(context.store, systemViewer(workspaceId), pageId)
    assert.ok(page !== undefined && titles.includes(page.title), `${pageId}: ${page?.title}`)
    assert.equal(await getMarkdown(context, { workspaceId, pageId }), `Text of ${word}.\n`)
    const hits = await searchPages(
      { ...context, viewer: systemViewer(workspaceId) },
      { query: word, k: 1 },
    )
    assert.deepEqual(
      hits.map((hit) => hit.pageId),
      [pageId],
    )
  }
  for (const [fileId, content] of answered.files) {
    const file = await requireReadableFile(context, fileId)
    assert.equal(await text(await openFile(context, file)), content)
  }
}

describe('kill -9 under a load of writes', () => {
  it(`loses nothing that was answered, ${rounds} times in a row`, () =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      for (let round = 1; round <= rounds; round += 1) {
        const answered: Answered = { pages: new Map(), files: new Map() }
        await killUnderLoad(dataFolder, first, answered, round)
        assert.ok(answered.pages.size > 0)
        await inspect(dataFolder, first, async (context) => {
          const member = await enterWorkspace(context, first.workspaceId, 'read')
          await verify(member, first.workspaceId, answered)
        })
      }
      // Half files are only ever under a name that no row can have.
      const stored = await readdir(join(dataFolder, 'files'), { recursive: true })
      const strange = stored.filter(
        (name) => !/^([\da-f]{2}(\/[\da-f]{64})?|unfinished(\/[\da-f-]{36})?)$/.test(name),
      )
      assert.deepEqual(strange, [])
    }))
})
