import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../test/support/pages.ts'
import { isReady, runJobs, untilStatus } from '../../../test/support/semantic.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { operator } from '../../cli/operator.ts'
import { setEmbeddings, testEmbeddings } from './settings.ts'

/** The interface of the optional package, with a model that counts letters. */
const standIn = `
export const env = { allowRemoteModels: true, localModelPath: '' }
export async function pipeline(task, model) {
  if (env.allowRemoteModels || task !== 'feature-extraction') throw new Error('not as it should be')
  if (model === 'missing') throw new Error('no such file: ' + env.localModelPath + '/missing/config.json')
  if (model === 'crash') setTimeout(() => process.exit(1), 10)
  return async (texts, { pooling, normalize }) => {
    if (model === 'crash') await new Promise(() => {})
    const vectors = texts.map((text) => Array.from({ length: 26 }, (_, at) =>
      text.toLowerCase().split(String.fromCharCode(97 + at)).length - 0.9))
    return { tolist: () => vectors, pooling, normalize }
  }
}
`

describe('a model in the data folder', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.close())

  const set = (model: string) =>
    setEmbeddings({ ...server.app, caller: operator() }, server.workspaceId, {
      provider: 'local',
      model,
    })

  it('is refused with what to do while the package is not installed', async () => {
    await assert.rejects(set('letters'), {
      code: 'EMBEDDINGS_FAILED',
      message: /@huggingface\/transformers is not installed: run `npm install --prefix .*models/,
    })
    await assert.rejects(testEmbeddings(server.app, server.workspaceId), { code: 'NOT_FOUND' })
  })

  it('runs in a thread, with the package installed beside the models', async () => {
    const folder = join(server.dataFolder, 'models/node_modules/@huggingface/transformers')
    await mkdir(folder, { recursive: true })
    const manifest = { name: '@huggingface/transformers', type: 'module', exports: './index.js' }
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'index.js'), standIn)
    await assert.rejects(set('missing'), { message: /no such file: .*models\/missing/ })
    await assert.rejects(set('crash'), { code: 'EMBEDDINGS_FAILED' })
    const { settings } = await set('letters')
    assert.equal(settings.dimensions, 26)
    for (const word of ['zebra', 'quiz', 'jazz', 'moon']) await addPage(server, word)
    const jobs = runJobs(server)
    await untilStatus(server, isReady)
    await jobs.stop()
    assert.deepEqual(jobs.faults, [])
    const live = await testEmbeddings(server.app, server.workspaceId)
    assert.equal(live.dimensions, 26)
  })
})
