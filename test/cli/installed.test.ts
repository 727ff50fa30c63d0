import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('npx quire where Quire is installed', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-npx-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const run = async (
    program: string,
    words: string[],
    environment: Record<string, string> = {},
  ) => {
    const child = spawn(program, words, {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        npm_config_cache: join(folder, 'cache'),
        npm_config_offline: 'true',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code, output, errors }
  }
  const builtAt = async () => (await stat(join(root, 'web/dist/index.html'))).mtimeMs

  it('runs the command at once: nothing is installed, nothing is built', async () => {
    assert.equal(await readlink(join(root, 'node_modules/.bin/quire')), '../../bin/quire.js')
    assert.equal('bin' in manifest, false, 'npx would install the folder as a package')
    const before = await builtAt()
    const { code, output, errors } = await run('npx', ['quire', '--version'])
    assert.deepEqual([code, output], [0, `${manifest.version}\n`], errors)
    assert.equal(await builtAt(), before)
    const cached = await readdir(join(folder, 'cache', '_npx')).catch(() => [])
    assert.deepEqual(cached, [])
  })

  it('builds nothing where npx installs the folder all the same', async () => {
    const before = await builtAt()
    const environment = { npm_command: 'exec' }
    const { code } = await run(process.execPath, ['web/prepare.ts'], environment)
    assert.deepEqual([code, await builtAt()], [0, before])
  })
})
