import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { caller } from '../../../test/faults/caller.ts'
import {
  bagOfWords,
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../test/support/outside/embedding-server.ts'
import { initialize, runCommand, startProcess } from '../../../test/support/processes/process.ts'
import { damage } from '../../../test/support/stores/damage.ts'
import { until } from '../../../test/support/until.ts'

type Status = {
  state: string
  hasKey: boolean
  isInStep: boolean
  pages: { waiting: number; done: number }
  problem: { reason: string } | null
}

describe('quire embeddings and the running server', () => {
  let dataFolder = ''
  let provider: EmbeddingServer
  let first: Awaited<ReturnType<typeof initialize>>
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-embeddings-'))
    first = await initialize({ dataFolder })
    provider = await startEmbeddingServer(bagOfWords(32))
  })
  after(async () => {
    await provider.close()
    await rm(dataFolder, { recursive: true, force: true })
  })

  const quire = (...words: string[]) => runCommand(words, { dataFolder })
  const embeddings = (...words: string[]) => quire('embeddings', ...words)
  const status = async (): Promise<Status> => {
    const { stdout, stderr, code } = await embeddings('status', first.slug, '--json')
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const untilStatus = (isSo: (status: Status) => boolean): Promise<Status> =>
    until(async () => {
      const found = await status()
      return isSo(found) && found
    })
  const isReady = ({ state, pages, isInStep }: Status) =>
    state === 'live' && pages.waiting === 0 && isInStep

  it('refuses what cannot be a model, and changes nothing', async () => {
    const refusals: [string[], RegExp][] = [
      [['--base-url', 'ftp://x/v1', '--model', 'm'], /--base-url must be a web address/],
      [['--base-url', 'http://u:p@x/v1', '--model', 'm'], /--base-url must be a web address/],
      [['--base-url', provider.baseUrl], /--model must name a model/],
      [['--local', '../../etc'], /--model must be the name of a folder/],
      [
        ['--base-url', provider.baseUrl, '--model', 'm', '--weight', '2'],
        /--weight must be from 0 to 1/,
      ],
      [
        ['--base-url', provider.baseUrl, '--model', 'm', '--batch-size', 'x'],
        /--batch-size must be/,
      ],
      [['--base-url', 'http://127.0.0.1:9/v1', '--model', 'm'], /cannot be used/],
      [['--local', 'some-model'], /@huggingface\/transformers is not installed/],
      [['--weight', '0.5'], /no embeddings model/],
    ]
    for (const [words, message] of refusals) {
      const { code, stdout, stderr } = await embeddings('set', first.slug, ...words)
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, words.join(' '))
      assert.match(stderr, message)
    }
    for (const verb of ['test', 'status', 'off', 'set']) {
      assert.equal((await embeddings(verb, 'nowhere')).code, 1)
    }
    assert.match(
      (await embeddings('status', first.slug)).stdout,
      /no model: it uses keyword search only/,
    )
  })

  it('never shows a key: in no answer, log, process list, store or backup', async () => {
    const key = 'sk-very-secret-0123456789'
    const keyFile = join(dataFolder, 'key.txt')
    await writeFile(keyFile, `${key}\n`)
    const echo = { kind: 'status', status: 401, body: `{"error": "wrong key ${key}"}` } as const
    const said: string[] = []
    const run = async (...words: string[]) => {
      const { stdout, stderr } = await embeddings(...words)
      said.push(stdout, stderr)
    }
    const server = await startProcess({ dataFolder, environment: { LOG_LEVEL: 'trace' } })
    const call = caller(server.address, first)
    const model = ['--base-url', provider.baseUrl, '--model', 'm', '--key-file', keyFile]
    await run('set', first.slug, ...model)
    assert.equal(provider.requests.at(-1)?.authorization, `Bearer ${key}`)
    await untilStatus(isReady)
    provider.behave(echo)
    await run('set', first.slug, ...model)
    await run('test', first.slug)
    await call('/v1/pages/create', { title: 'Page', markdown: 'some text' })
    await call('/v1/search/pages', { query: 'some text' })
    const { problem, hasKey } = await untilStatus((found) => found.problem !== null)
    assert.match(problem?.reason ?? '', /wrong key \*\*\*/)
    assert.equal(hasKey, true)
    await run('status', first.slug)
    await run('status', first.slug, '--json')
    provider.behave({ kind: 'answer' })
    await run('set', first.slug, '--batch-size', '8')
    await untilStatus(isReady)
    const backup = join(dataFolder, 'backup.tar.gz')
    await quire('backup', backup)
    const { stdout, stderr } = await server.stop()
    said.push(stdout, stderr)
    said.push(gunzipSync(await readFile(backup)).toString('latin1'))
    for (const file of ['quire.db', 'quire.db-wal']) {
      said.push(await readFile(join(dataFolder, file), 'latin1').catch(() => ''))
    }
    assert.ok(said.every((text) => !text.includes(key)))
    assert.ok(said.some((text) => text.includes('embedding_models')))
    // The key is not given to another address.
    const other = await startEmbeddingServer(bagOfWords(32))
    try {
      await run('set', first.slug, '--base-url', other.baseUrl)
      assert.equal(other.requests.at(-1)?.authorization, undefined)
      await run('set', first.slug, ...model)
    } finally {
      await other.close()
    }
  })

  it('embeds every page, however often it is killed in the middle', async () => {
    const count = 120
    let server = await startProcess({ dataFolder })
    const call = caller(server.address, first)
    await untilStatus(isReady)
    for (let page = 0; page < count; page += 1) {
      await call('/v1/pages/create', { title: `Killed ${page}`, markdown: `body of ${page}` })
    }
    await untilStatus(isReady)
    await server.stop()
    provider.texts.length = 0
    const another = ['--base-url', provider.baseUrl, '--model', 'another', '--batch-size', '8']
    assert.equal((await embeddings('set', first.slug, ...another)).code, 0)
    provider.behave({ kind: 'slow', delay: 30 })
    for (let round = 0; round < 4; round += 1) {
      const before = provider.texts.length
      server = await startProcess({ dataFolder })
      await until(() => provider.texts.length >= before + 20)
      assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')
      // What half a minute of silence would do.
      await damage(dataFolder, 'update jobs set leased_until = 1 where holder is not null')
    }
    provider.behave({ kind: 'answer' })
    server = await startProcess({ dataFolder })
    const { pages } = await untilStatus(isReady)
    assert.equal(pages.done, count + 1)
    const documents = provider.texts.filter((text) => text.startsWith('Killed'))
    assert.equal(new Set(documents).size, count)
    // A batch that was under way when the server was killed is sent again, and nothing else.
    assert.ok(documents.length <= count + 4 * 16, `${documents.length} texts for ${count} pages`)
    assert.equal((await quire('check')).code, 0)
    await server.stop()
  })

  it('is turned off, and says so', async () => {
    const { stdout } = await embeddings('off', first.slug)
    assert.match(stdout, /uses keyword search only/)
    assert.match((await embeddings('status', first.slug)).stdout, /no model/)
  })
})
