import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { caller } from '../../../test/faults/caller.ts'
import {
  bagOfWords,
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../test/support/outside/embedding-server.ts'
import {
  type CommandSettings,
  initialize,
  runCommand,
  startProcess,
} from '../../../test/support/processes/process.ts'
import { until } from '../../../test/support/until.ts'

const key = 'sk-of-the-old-store'

describe('quire restore and embeddings', () => {
  let root = ''
  let provider: EmbeddingServer
  let first: Awaited<ReturnType<typeof initialize>>
  const folder = (name: string) => join(root, name)
  const backup = () => join(root, 'backup.tar.gz')
  const settings = (name: string, environment: Record<string, string> = {}): CommandSettings => ({
    dataFolder: folder(name),
    environment,
  })

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-restored-'))
    provider = await startEmbeddingServer(bagOfWords(32))
    first = await initialize(settings('old'))
    const server = await startProcess(settings('old'))
    const call = caller(server.address, first)
    for (let page = 0; page < 5; page += 1) {
      await call('/v1/pages/create', { title: `Page ${page}`, markdown: `text of ${page}` })
    }
    const model = ['--base-url', provider.baseUrl, '--model', 'm', '--key-file', '-']
    const words = ['embeddings', 'set', first.slug, ...model, '--weight', '0.25']
    const { code, stderr } = await runCommand(words, { ...settings('old'), input: `${key}\n` })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    await untilReady(settings('old'))
    await server.stop()
    assert.equal((await runCommand(['backup', backup()], settings('old'))).code, 0)
  })
  after(async () => {
    await provider.close()
    await rm(root, { recursive: true, force: true })
  })

  async function status(of: CommandSettings) {
    const { stdout } = await runCommand(['embeddings', 'status', first.slug, '--json'], of)
    return JSON.parse(stdout)
  }

  const untilReady = (of: CommandSettings) =>
    until(async () => {
      const found = await status(of)
      return found.state === 'live' && found.pages.waiting === 0 && found.isInStep && found
    })

  it('cannot use the key without the secret, says so, and finds by words', async () => {
    const restored = settings('without')
    assert.equal((await runCommand(['restore', backup()], restored)).code, 0)
    const server = await startProcess(restored)
    let found = await status(restored)
    while (found.problem === null) found = await status(restored)
    assert.match(found.problem.reason, /encrypted with another secret/)
    const { body } = await caller(server.address, first)('/v1/search/pages', { query: 'Page 3' })
    assert.ok(JSON.stringify(body).includes('Page 3'))
    await server.stop()
  })

  it('embeds all pages anew with the secret of the old store', async () => {
    const restored = settings('with')
    assert.equal((await runCommand(['restore', backup()], restored)).code, 0)
    await copyFile(join(folder('old'), 'secret.key'), join(folder('with'), 'secret.key'))
    provider.texts.length = 0
    const server = await startProcess(restored)
    const { pages, weight } = await untilReady(restored)
    assert.deepEqual([pages.done, weight], [5, 0.25])
    assert.equal(provider.requests.at(-1)?.authorization, `Bearer ${key}`)
    const documents = provider.texts.filter((text) => text.startsWith('Page'))
    assert.equal(new Set(documents).size, 5)
    await server.stop()
  })

  it('takes a secret from the environment, and refuses one that is too short', async () => {
    const secret = { QUIRE_SECRET: 'a secret of some length' }
    const own = settings('environment', secret)
    await initialize(own)
    const model = ['--base-url', provider.baseUrl, '--model', 'm', '--key-file', '-']
    const set = ['embeddings', 'set', first.slug, ...model]
    assert.equal((await runCommand(set, { ...own, input: key })).code, 0)
    assert.equal((await runCommand(['embeddings', 'test', first.slug], own)).code, 0)
    const other = settings('environment', { QUIRE_SECRET: 'another secret, as long' })
    const { code, stderr } = await runCommand(['embeddings', 'test', first.slug], other)
    assert.equal(code, 1)
    assert.match(stderr, /set the key again/)
    const short = settings('environment', { QUIRE_SECRET: 'hunter2' })
    const refused = await runCommand(['embeddings', 'test', first.slug], short)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /QUIRE_SECRET .* 16 characters or more/)
    assert.ok(!refused.stderr.includes('hunter2'))
  })
})
