import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { initialize, startProcess } from '../../test/support/processes/process.ts'
import { buildServer } from './build.ts'
import { type BundleManifest, findBundle, manifestFile } from './bundle.ts'

// In the project, whose packages it needs.
const parent = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

describe('the bundled server', () => {
  let root: string
  let dataFolder: string
  let folder: URL
  before(async () => {
    root = await mkdtemp(join(parent, 'bundle-test-'))
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-bundle-'))
    folder = pathToFileURL(join(root, 'server/'))
  })
  after(async () => {
    await rm(root, { recursive: true, force: true })
    await rm(dataFolder, { recursive: true, force: true })
  })

  it('is not used before it is built', () => {
    assert.equal(findBundle(folder), undefined)
  })

  it('leaves out what would slow down every start and page', async () => {
    await buildServer({ rolldown }, folder)
    const names = await readdir(folder)
    const chunks = names.filter((name) => /^start-.*\.mjs$/.test(name))
    assert.notEqual(chunks.length, 0)
    for (const name of chunks) {
      const code = await readFile(new URL(name, folder), 'utf8')
      assert.doesNotMatch(code, /new Function\(['"`]path['"`]/)
      assert.doesNotMatch(code, /from\s*["']node:/)
      assert.doesNotMatch(code, /["'`](?:node:https|node:http2|semver|pino)["'`]/)
    }
    for (const name of names.filter((one) => one.endsWith('.mjs'))) {
      const code = await readFile(new URL(name, folder), 'utf8')
      assert.doesNotMatch(code, /_defineProperty\(this,/)
    }
  })

  it('starts, and finds its migrations, the web app and the API docs', async () => {
    await buildServer({ rolldown }, folder)
    const file = findBundle(folder)
    assert.ok(file)
    const server = await startProcess({ dataFolder, file: fileURLToPath(file) })
    const read = async (path: string) => {
      const response = await fetch(server.address + path)
      return { status: response.status, text: await response.text() }
    }
    assert.equal((await read('/readyz')).status, 200)
    assert.match((await read('/')).text, /<div id="root">/)
    assert.match((await read('/docs')).text, /swagger/i)
    assert.equal((await read('/docs/json')).status, 200)
    assert.equal((await read('/metrics')).status, 200)
    await server.stop()
  })

  it('finds what its worker threads run', async () => {
    const file = findBundle(folder)
    assert.ok(file)
    const { key, workspaceId } = await initialize({ dataFolder })
    const server = await startProcess({ dataFolder, file: fileURLToPath(file) })
    const call = async (path: string, input: object) => {
      const response = await fetch(server.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ workspaceId, ...input }),
      })
      assert.equal(response.status, 200, await response.clone().text())
      return Object(await response.json())
    }
    // Text of this length is parsed and rendered in a thread.
    const markdown = `${'A line about otters. '.repeat(2000)}\n`
    const { pageId } = await call('/v1/pages/create', { title: 'Long', markdown })
    const answer = await call('/v1/pages/markdown', { pageId })
    assert.match(JSON.stringify(answer), /about otters/)
    await server.stop()
  })

  it('is not used after a source has changed', async () => {
    const file = new URL(manifestFile, folder)
    // SAFETY: buildServer wrote it.
    const manifest = JSON.parse(await readFile(file, 'utf8')) as BundleManifest
    assert.ok(manifest.sources['server/serve.ts'])
    manifest.sources['server/serve.ts'] = '1 1'
    await writeFile(file, JSON.stringify(manifest))
    assert.equal(findBundle(folder), undefined)
  })

  it('is not used after a source has disappeared', async () => {
    const manifest: BundleManifest = { entry: 'serve.mjs', sources: { 'server/gone.ts': '1 1' } }
    await writeFile(new URL(manifestFile, folder), JSON.stringify(manifest))
    assert.equal(findBundle(folder), undefined)
  })

  it('is not used when its manifest is damaged', async () => {
    await writeFile(new URL(manifestFile, folder), '{')
    assert.equal(findBundle(folder), undefined)
  })
})
