import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  bagOfWords,
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../test/support/outside/embedding-server.ts'
import { useCommands } from '../../../test/support/processes/commands.ts'

describe('quire embeddings', () => {
  const { quire, quireProcess, json, refused, first, dataFolder } = useCommands()
  let provider: EmbeddingServer
  before(async () => {
    provider = await startEmbeddingServer(bagOfWords(24))
  })
  after(() => provider.close())

  const run = (verb: string, ...words: string[]) =>
    quire('embeddings', verb, first().slug, ...words)
  const asked = () => provider.requests.at(-1)

  it('refuses a wrong call with exit code 2, and shows how', async () => {
    for (const words of [
      ['embeddings', 'set'],
      ['embeddings', 'fly', 'x'],
      ['embeddings', 'status'],
    ]) {
      const { code, stderr } = await quire(...words)
      assert.equal(code, 2, words.join(' '))
      assert.match(stderr, /use --help for usage/)
    }
    const { code, stderr } = await run('set', '--pooling', 'largest')
    assert.equal(code, 2)
    assert.match(stderr, /Allowed choices are mean, cls/)
  })

  it('refuses an unknown workspace, a missing key file, and a model that is not there', async () => {
    const unknown = await refused('embeddings', 'status', 'nowhere')
    assert.equal(unknown.code, 'WORKSPACE_NOT_FOUND')
    const model = ['--base-url', provider.baseUrl, '--model', 'm']
    const missing = await run('set', ...model, '--key-file', join(dataFolder(), 'missing'))
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /ENOENT/)
    const none = await refused('embeddings', 'test', first().slug)
    assert.equal(none.code, 'NOT_FOUND')
    assert.match(none.message, /quire embeddings set/)
  })

  it('sets a model, and tells what it is and what comes next', async () => {
    const keyFile = join(dataFolder(), 'key')
    await writeFile(keyFile, 'sk-1\nsecond line\n')
    const model = ['--base-url', provider.baseUrl, '--model', 'm', '--key-file', keyFile]
    const { code, stdout } = await quireProcess(
      'embeddings',
      'set',
      first().slug,
      ...model,
      '--document-prefix',
      'd: ',
      '--batch-size',
      '4',
    )
    assert.equal(code, 0)
    assert.match(stdout, /uses m with 24 dimensions\. The running server embeds all pages/)
    assert.equal(asked()?.authorization, 'Bearer sk-1')
    assert.match(provider.texts.at(-1) ?? '', /^d: /)
  })

  it('changes a part of it, and leaves the rest', async () => {
    const again = await json('embeddings', 'set', first().slug, '--query-prefix', 'q: ')
    assert.equal(again['isNew'], false)
    assert.equal(asked()?.authorization, 'Bearer sk-1')
    const { stdout } = await run('set', '--no-key')
    assert.match(stdout, /Existing vectors are kept/)
    assert.equal(asked()?.authorization, undefined)
    const fewer = await json('embeddings', 'set', first().slug, '--dimensions', '12')
    assert.equal(fewer['isNew'], true)
    assert.deepEqual(Object.keys(asked()?.body ?? {}), ['model', 'input', 'dimensions'])
    await json('embeddings', 'set', first().slug, '--dimensions', 'default')
    assert.deepEqual(Object.keys(asked()?.body ?? {}), ['model', 'input'])
  })

  it('changes the weight without asking the model', async () => {
    const before = provider.requests.length
    const { stdout } = await run('set', '--weight', '0.25')
    assert.match(stdout, /Semantic weight of lab: 0\.25/)
    assert.equal(provider.requests.length, before)
    const wrong = await refused('embeddings', 'set', first().slug, '--weight', 'much')
    assert.equal(wrong.code, 'VALIDATION_FAILED')
  })

  it('tests the model, and says what is wrong with it', async () => {
    const answer = await json('embeddings', 'test', first().slug)
    assert.equal(answer['dimensions'], 24)
    assert.match((await run('test')).stdout, /^The model works: 24 dimensions in \d+ ms\.$/m)
    provider.behave({ kind: 'status', status: 503, body: 'warming up' })
    const failure = await refused('embeddings', 'test', first().slug)
    provider.behave({ kind: 'answer' })
    assert.equal(failure.code, 'EMBEDDINGS_FAILED')
    assert.match(failure.message, /it answered 503: warming up/)
  })

  it('tells how it stands, to a person and to a program', async () => {
    const { stdout } = await run('status')
    const lines = stdout.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => line.split(/\s/)[0]),
      ['model', 'state', 'pages', 'weight'],
    )
    assert.match(stdout, /^model {5}m at http:.*, 24 dimensions, without a key$/m)
    assert.match(stdout, /^state {5}keyword search only until all pages are embedded$/m)
    assert.match(stdout, /^pages {5}0 of 0 embedded, 0 vectors/m)
    assert.match(stdout, /^weight {4}0\.25$/m)
    const status = await json('embeddings', 'status', first().slug)
    assert.deepEqual(
      [status['state'], status['hasKey'], status['problem']],
      ['building', false, null],
    )
  })

  it('turns it off, also twice', async () => {
    assert.deepEqual(await json('embeddings', 'off', first().slug), { state: 'off' })
    assert.deepEqual(await json('embeddings', 'off', first().slug), { state: 'off' })
    assert.deepEqual(await json('embeddings', 'status', first().slug), { state: 'off' })
  })
})
