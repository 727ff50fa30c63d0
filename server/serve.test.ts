import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../test/support/processes/process.ts'

// As the bundle is made of it, module by module.
const unbundled = fileURLToPath(new URL('./serve.ts', import.meta.url))
const listModules = fileURLToPath(
  new URL('../test/support/processes/list-modules.ts', import.meta.url),
)

/** What the first answer needs neither: each is loaded when it is used, or some time after the start. */
const later = [
  '@fastify/send',
  '@fastify/static',
  '@modelcontextprotocol/server',
  '@simplewebauthn/server',
  '@tus/server',
  '@tus/utils',
  '@zxcvbn-ts/core',
  'diff',
  'glob',
  'grammy',
  'markdown-it',
  'mdast-util-to-markdown',
  'mime',
  'nodemailer',
  'openid-client',
  'otpauth',
  'pg',
  'prosemirror-model',
  'prom-client',
  'tar-stream',
  'tinypool',
  'typebox',
  'typescript',
  'undici',
  'yaml',
]
const laterFiles = [
  /\/messages\/languages\/.*\.json$/,
  /\/server\/cli\//,
  /\/server\/domain\/document\/public\//,
  /\/server\/domain\/(links|templates)\/(?!property-tags)/,
  /\/server\/domain\/pages\/copies\/(?!limits)/,
  /\/server\/domain\/proposals\//,
  /\/server\/domain\/reverts\/(?!effects)/,
  /\/server\/domain\/views\//,
  /\/server\/domain\/sharing\/sites\/(?!publishing|site-viewer)/,
  /\/server\/files\/incoming\.ts$/,
  /\/server\/http\/openapi\/openapi\.ts$/,
  /\/server\/http\/sites\/(?!routes|headers)/,
  /\/server\/mcp\/tools\//,
]

describe('the start of the server', () => {
  let loaded: string[]
  let dataFolder: string
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-start-'))
    const file = join(dataFolder, 'modules.txt')
    const server = await startProcess({
      dataFolder,
      file: unbundled,
      environment: { NODE_OPTIONS: `--import ${listModules}`, MODULES_FILE: file },
    })
    await server.stop()
    loaded = (await readFile(file, 'utf8')).split('\n')
  })
  after(() => rm(dataFolder, { recursive: true, force: true }))

  it('loads no package that the first answer does without', () => {
    const packages = new Set(
      loaded.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]),
    )
    assert.ok(packages.has('fastify'))
    assert.deepEqual(
      later.filter((name) => packages.has(name)),
      [],
    )
  })

  it('loads no file that the first answer does without', () => {
    assert.deepEqual(
      loaded.filter((url) => laterFiles.some((file) => file.test(url))),
      [],
    )
  })

  // Node makes everything that a module exports for whoever imports it.
  it('imports node:http from no module, which would load the WebSocket client of Node', () => {
    assert.ok(!loaded.includes('node:http'))
  })
})
