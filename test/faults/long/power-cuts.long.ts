import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { schema } from '../../../content/schema.ts'
import { listThreads } from '../../../server/domain/comments/comments.ts'
import type { WorkspaceContext } from '../../../server/domain/context.ts'
import { openFile, requireReadableFile } from '../../../server/domain/files/files.ts'
import { getMarkdown } from '../../../server/domain/pages/read.ts'
import { enterWorkspace } from '../../../server/domain/people/access.ts'
import { letterSource, lettersOf } from '../../live/simulation/letters.ts'
import { buildDiskLibrary, diskEnvironment, noCompiler } from '../../support/disk/library.ts'
import {
  type CutModel,
  cutModels,
  Disk,
  type Operation,
  readRecording,
} from '../../support/disk/recording.ts'
import { initializeProcess, startProcess } from '../../support/processes/process.ts'
import { until } from '../../support/until.ts'
import { caller, faultsOf, inspect } from '../caller.ts'
import { type History, instant, valueIn } from '../history.ts'
import { Typist } from '../live-typist.ts'
import { Load } from '../load.ts'

/** Of each model. */
const cuts = Number(process.env['QUIRE_POWER_CUTS'] ?? 40)
const answers = 600
const markdown = 'One\n\n- Two\n- Three\n\nFour'

type Recorded = {
  root: string
  operations: readonly Operation[]
  history: History
  first: { key: string; workspaceId: string; userId: string }
  pageId: string
}

describe('a power cut at any moment of a mixed load', () => {
  const library = buildDiskLibrary(tmpdir())
  if (library === undefined) {
    it(noCompiler, () => undefined)
    return
  }
  it(`loses nothing that was answered, in ${cuts} states of the disk for each of ${cutModels.length} models`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-power-'))
    try {
      const recorded = await record(folder, library)
      const checked = { pages: 0, files: 0, comments: 0, letters: 0 }
      for (const model of cutModels) {
        for (const [at, operations] of momentsOf(recorded)) {
          const target = join(folder, 'cut')
          const disk = new Disk(model)
          for (const operation of operations) disk.do(operation)
          disk.cut(recorded.root, target, Math.random)
          await verify(recorded, { target, model, at }, checked)
          await rm(target, { recursive: true })
        }
      }
      t.diagnostic(
        `${cuts * cutModels.length} states of ${recorded.operations.length} operations; checked ${JSON.stringify(checked)}`,
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
      await rm(library, { force: true })
    }
  })
})

/** Runs the load on a server whose changes of the disk are recorded from its first file on. */
async function record(folder: string, library: string): Promise<Recorded> {
  const root = join(folder, 'root')
  const log = join(folder, 'log')
  await mkdir(root)
  const dataFolder = join(root, 'data')
  const environment = { ...diskEnvironment(library, { root, log }), RATE_LIMIT: '0' }
  const first = await initializeProcess({ dataFolder, environment })
  const server = await startProcess({ dataFolder, environment })
  const account = { ...first, address: () => server.address }
  const created = await caller(server.address, first)('/v1/pages/create', {
    title: 'Live',
    markdown,
  })
  const pageId = String(created.body['pageId'])
  const load = new Load(account)
  const { history } = load
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  const document = schema.nodeFromJSON(parsed.document)
  const nextLetter = letterSource()
  const options = { ...account, pageId, document, nextLetter }
  const people = Array.from({ length: 3 }, () => new Typist(options))
  for (const person of people) person.type(10_000)
  const note = () => {
    for (const letter of people.flatMap(({ acknowledged }) => acknowledged))
      if (!history.letters.has(letter)) history.letters.set(letter, instant())
  }
  load.start(4)
  await until(() => {
    note()
    return load.answers > answers || load.failures.length > 0
  })
  await load.stop()
  assert.deepEqual(load.failures, [])
  await Promise.all(people.map((person) => person.leave()))
  await server.stop('SIGKILL')
  return { root, operations: readRecording(log), history, first, pageId }
}

/** Each moment with what was done by then: half of them right after an answer. */
function* momentsOf({ operations, history }: Recorded): Generator<[number, readonly Operation[]]> {
  const start = history.files[0]?.at ?? 0
  const end = operations.at(-1)?.at ?? 0
  const answered = [...history.files, ...history.comments].map(({ at }) => at)
  for (let cut = 0; cut < cuts; cut += 1) {
    const any = start + Math.random() * (end - start)
    const at = cut % 2 === 0 ? any : (answered[Math.floor(Math.random() * answered.length)] ?? any)
    yield [at, operations.filter((operation) => operation.at <= at)]
  }
}

/** Opens what is left, and compares it with what was answered by then. */
async function verify(
  { history, first, pageId }: Recorded,
  { target, model, at }: { target: string; model: CutModel; at: number },
  checked: { pages: number; files: number; comments: number; letters: number },
): Promise<void> {
  const { workspaceId } = first
  const where = `${model} at ${at}`
  await inspect(join(target, 'data'), first, async (context) => {
    assert.deepEqual(await faultsOf(context), [], where)
    const member = await enterWorkspace(context, workspaceId, 'read')
    for (const [id, register] of history.pages) {
      if (!register.isAnsweredBy(at)) continue
      const [min, max] = register.rangeAt({ begun: at, answered: at })
      const value = valueIn(await getMarkdown(member, { workspaceId, pageId: id }))
      assert.ok(value >= min && value <= max, `${where}: ${register.name} is ${value}, not ${min}`)
      checked.pages += 1
    }
    for (const { id, sha256 } of history.files.filter((file) => file.at <= at)) {
      assert.equal(await hashOf(member, id), sha256, where)
      checked.files += 1
    }
    for (const comment of history.comments.filter((one) => one.at <= at)) {
      const address = { workspaceId, pageId: comment.pageId ?? '' }
      const filter = { which: 'all', limit: 500, offset: 0 } as const
      const { threads } = await listThreads(member, address, filter)
      const texts = threads.flatMap((thread) => thread.comments).map((one) => one.markdown.trim())
      assert.equal(texts.filter((text) => text === comment.name).length, 1, where)
      checked.comments += 1
    }
    const text = await getMarkdown(member, { workspaceId, pageId })
    const letters = lettersOf(text)
    const known = new Set(letters)
    assert.equal(known.size, letters.length, where)
    const answered = [...history.letters].filter(([, time]) => time <= at)
    assert.deepEqual(
      answered.filter(([letter]) => !known.has(letter)),
      [],
      where,
    )
    checked.letters += answered.length
  })
}

async function hashOf(member: WorkspaceContext, fileId: string): Promise<string> {
  const file = await requireReadableFile(member, fileId)
  const bytes = await buffer(await openFile(member, file))
  return createHash('sha256').update(bytes).digest('hex')
}
