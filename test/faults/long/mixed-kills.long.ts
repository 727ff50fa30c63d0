import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { schema } from '../../../content/schema.ts'
import { openFile, requireReadableFile } from '../../../server/domain/files/files.ts'
import { enterWorkspace } from '../../../server/domain/people/access.ts'
import { letterSource, lettersOf } from '../../live/simulation/letters.ts'
import { initialize, startProcess } from '../../support/processes/process.ts'
import { runRemote } from '../../support/processes/remote.ts'
import { until } from '../../support/until.ts'
import { type Call, caller, faultsOf, inspect, withFolder } from '../caller.ts'
import { valueIn } from '../history.ts'
import { Typist } from '../live-typist.ts'
import { Load } from '../load.ts'

const rounds = Number(process.env['QUIRE_MIXED_KILL_ROUNDS'] ?? 50)
const lettersOfRound = 40
const markdown = 'One\n\n- Two\n- Three\n\nFour'

describe('kill -9 under REST, MCP, live editing, uploads, imports and sync at the same time', () => {
  it(`loses and doubles nothing, and no reader goes back, ${rounds} times in a row`, (t) =>
    withFolder(async (folder) => {
      const dataFolder = join(folder, 'data')
      const first = await initialize({ dataFolder })
      let server = await startProcess({ dataFolder, environment: { RATE_LIMIT: '0' } })
      const { address } = server
      const environment = { RATE_LIMIT: '0', PORT: new URL(address).port }
      const call = caller(address, first)
      const target = { ...first, address: () => address }
      const load = new Load(target)
      const created = await call('/v1/pages/create', { title: 'Live', markdown })
      const pageId = String(created.body['pageId'])
      const people = startPeople(target, pageId)
      const synced = await startSynced(join(folder, 'synced'), target, call)
      await using ending = new AsyncDisposableStack()
      ending.defer(async () => {
        await server.stop('SIGKILL')
        await load.stop()
        await synced.stop()
        await Promise.all(people.map((person) => person.leave()))
      })
      load.start(4)
      load.startImports()
      for (let round = 1; round <= rounds; round += 1) {
        for (const person of people) person.type(lettersOfRound)
        await synced.write(round)
        const enough = load.answers + 20 + ((17 * round) % 60)
        await until(() => load.answers > enough || load.failures.length > 0)
        assert.deepEqual(load.failures, [])
        await sleep(Math.random() * 20)
        assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')
        server = await startProcess({ dataFolder, environment })
      }
      await until(() => load.imported.length > 0 || load.failures.length > 0)
      await load.stop()
      assert.deepEqual(load.failures, [])
      for (const person of people) person.stopTyping()
      await until(() => people.every(({ hasUnconfirmed }) => !hasUnconfirmed))
      await synced.waitUntilSynced(rounds)
      await Promise.all(people.map((person) => person.leave()))

      const { history } = load
      assert.deepEqual(history.faults(), [])
      assert.deepEqual(
        people.flatMap(({ failures }) => failures),
        [],
      )
      for (const [id, register] of history.pages) {
        const text = String((await call('/v1/pages/markdown', { pageId: id })).body['markdown'])
        await register.read(async () => valueIn(text))
      }
      assert.deepEqual(history.faults(), [])
      const typed = people.flatMap((person) => [...person.typed])
      const live = String((await call('/v1/pages/markdown', { pageId })).body['markdown'])
      assert.deepEqual(lettersOf(live).toSorted(), typed.toSorted())
      const titles = await titlesOf(call)
      const times = Map.groupBy(titles, (title) => title)
      const once = [...load.imported, ...[...history.pages.values()].map(({ name }) => name)]
      assert.deepEqual(
        once.filter((title) => times.get(title)?.length !== 1),
        [],
      )
      for (const { pageId: id, name } of history.comments) {
        const { body } = await call('/v1/comments/list', { pageId: id, limit: 500 })
        // SAFETY: the list of a server that answers as its schema says.
        const threads = body['threads'] as { comments: { markdown: string }[] }[]
        const texts = threads.flatMap(({ comments }) => comments.map((one) => one.markdown.trim()))
        assert.equal(texts.filter((text) => text === name).length, 1, name)
      }
      await server.stop('SIGKILL')
      await inspect(dataFolder, first, async (context) => {
        assert.deepEqual(await faultsOf(context), [])
        const member = await enterWorkspace(context, first.workspaceId, 'read')
        for (const { id, sha256 } of history.files) {
          const file = await requireReadableFile(member, id)
          const bytes = await buffer(await openFile(member, file))
          assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
        }
      })
      t.diagnostic(
        `${load.answers} answers, ${history.pages.size} pages, ${history.comments.length} comments, ${history.files.length} files, ${load.imported.length} imported pages, ${typed.length} letters, ${rounds} synced edits`,
      )
    }))
})

type Target = { address: () => string; key: string; workspaceId: string }

function startPeople(target: Target, pageId: string): Typist[] {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  const document = schema.nodeFromJSON(parsed.document)
  const options = { ...target, pageId, document, nextLetter: letterSource(), repeatEvery: 6 }
  return Array.from({ length: 3 }, () => new Typist(options))
}

async function titlesOf(call: Call): Promise<string[]> {
  const titles: string[] = []
  for (let offset: unknown = 0; typeof offset === 'number';) {
    const { body } = await call('/v1/pages/list', { depth: 5, limit: 500, offset })
    // SAFETY: the list of a server that answers as its schema says.
    titles.push(...(body['pages'] as { title: string }[]).map(({ title }) => title))
    offset = body['nextOffset']
  }
  return titles
}

type Synced = {
  write: (round: number) => Promise<void>
  stop: () => Promise<void>
  /** Waits until all edits are in their pages, once. */
  waitUntilSynced: (rounds: number) => Promise<void>
}

/** A folder that `quire sync --watch` keeps equal to pages; it is started again when it gives up. */
async function startSynced(root: string, target: Target, call: Call): Promise<Synced> {
  const { body } = await call('/v1/pages/create', { title: 'Synced' })
  const parentId = String(body['pageId'])
  await mkdir(root, { recursive: true })
  const stopped = new AbortController()
  const words = ['sync', root, '--workspace', target.workspaceId, '--parent', parentId, '--watch']
  const environment = { QUIRE_URL: target.address(), QUIRE_KEY: target.key }
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await runRemote([...words, '--yes'], environment, { signal: stopped.signal })
      await sleep(100)
    }
  }
  const watching = watch()
  const fileOf = (round: number) => join(root, `Note ${round % 5}.md`)
  const lineOf = (round: number) => `sync${String(round).padStart(4, '0')}`
  return {
    stop: async () => {
      stopped.abort()
      await watching
    },
    write: async (round) => {
      const file = fileOf(round)
      const before = await readFile(file, 'utf8').catch(() => '')
      // Renamed, as editors save.
      const temporary = join(root, `.${lineOf(round)}.tmp`)
      await writeFile(temporary, `${before}\n${lineOf(round)}\n`)
      await rename(temporary, file)
    },
    waitUntilSynced: async (rounds) => {
      const lines = Array.from({ length: rounds }, (_, index) => lineOf(index + 1))
      await until(async () => {
        const text = await textBelow(call, parentId)
        return lines.every((line) => text.split(line).length === 2)
      })
      const names = await readdir(root)
      assert.deepEqual(
        names.filter((name) => name.includes('conflict')),
        [],
      )
    },
  }
}

async function textBelow(call: Call, parentId: string): Promise<string> {
  const { body } = await call('/v1/pages/list', { parentId, depth: 1 })
  // SAFETY: as in titlesOf.
  const found = (body['pages'] as { id: string }[]) ?? []
  const texts = await Promise.all(
    found.map(async ({ id }) =>
      String((await call('/v1/pages/markdown', { pageId: id })).body['markdown']),
    ),
  )
  return texts.join('\n')
}
