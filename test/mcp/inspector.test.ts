import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

const program = fileURLToPath(
  new URL(
    '../tools/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
)

/** The codes the inspector ends with, by what happened. */
const ended = { well: 0, unauthorized: 3, refusedByTool: 5 }

for (const era of ['legacy', 'modern']) {
  describe(`the official inspector, era ${era}`, () => {
    let quire: TestServer
    let address: string
    let folder: string
    before(async () => {
      quire = await startServer({ rateLimit: 0 })
      await addPage(quire, 'Inspected', { markdown: 'Hello inspector.' })
      await addPage(quire, 'Greet', { ownership: 'SKILL', markdown: 'Greet {{name}}.' })
      address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
      folder = await mkdtemp(join(tmpdir(), 'quire-inspector-'))
    })
    after(async () => {
      await quire.close()
      await rm(folder, { recursive: true, force: true })
    })

    async function inspect(key: string, ...rest: string[]) {
      const server = ['--cli', '--server-url', `${address}/mcp`, '--transport', 'http']
      const access = ['--header', `Authorization: Bearer ${key}`, '--stored-auth-only']
      const asked = [...server, ...access, '--protocol-era', era, ...rest, '--format', 'json']
      const child = spawn(process.execPath, [program, ...asked], {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: folder, MCP_STORAGE_DIR: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [output, errors, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      return { code: Number(code), output, errors }
    }

    it('is refused with a bad key', async () => {
      const { code, errors } = await inspect(`svc_${'A'.repeat(24)}`, '--method', 'tools/list')
      assert.equal(code, ended.unauthorized, errors)
    })

    it('sees the error of a tool', async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'get_page']
      const { code, output, errors } = await inspect(
        quire.key,
        ...call,
        '--tool-args-json',
        '{"page":"Nowhere"}',
      )
      assert.equal(code, ended.refusedByTool, output + errors)
      assert.match(output + errors, /PAGE_NOT_FOUND/)
    })

    it('finds no fault in the list of tools', async () => {
      const { code, output, errors } = await inspect(
        quire.key,
        '--method',
        'tools/list',
        '--strict',
      )
      assert.equal(code, ended.well, errors)
      assert.match(output, /"create_page"/)
    })

    it('calls a tool', async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'search']
      const { code, output, errors } = await inspect(
        quire.key,
        ...call,
        '--tool-args-json',
        '{"query":"inspector"}',
      )
      assert.equal(code, ended.well, errors)
      assert.match(output, /Inspected/)
    })

    it('lists and gets prompts', async () => {
      const call = [
        '--method',
        'prompts/get',
        '--prompt-name',
        'greet',
        '--prompt-args',
        'name=Ada',
      ]
      const { code, output, errors } = await inspect(quire.key, ...call)
      assert.equal(code, ended.well, errors)
      assert.match(output, /Greet Ada\./)
    })
  })
}
