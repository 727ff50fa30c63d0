import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { clients } from '../../server/cli/commands/mcp-clients.ts'
import {
  initialize,
  runCommand,
  runCommandProcess,
  startProcess,
} from '../support/processes/process.ts'

const key = 'svc_YourKeyYourKeyYourKeyABC'
const address = 'https://notes.example.com'

describe('quire mcp config', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-mcp-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const config = (...given: string[]) =>
    runCommand(['mcp', 'config', ...given], { dataFolder: join(folder, 'data') })

  it('refuses what it cannot make a snippet of', async () => {
    const refused: [string[], number, RegExp][] = [
      [['--client', 'emacs', '--key', key], 2, /Allowed choices are claude-code, /],
      [['--key', key], 2, /--client/],
      [['--client', 'cursor'], 1, /--key KEY, or --for EMAIL/],
      [['--client', 'cursor', '--key', 'abc'], 1, /svc_ followed by 24 letters/],
      [['--client', 'cursor', '--key', key, '--for', 'a@b'], 2, /cannot be used with/],
      [['--client', 'cursor', '--for', 'nobody@example.com'], 1, /no Quire store/],
    ]
    for (const [given, code, message] of refused) {
      const ended = await config(...given)
      assert.equal(ended.code, code, ended.stderr)
      assert.match(ended.stderr, message)
    }
  })

  it('prints the snippets of docs/mcp.md, one for each client', async () => {
    const text = await readFile(new URL('../../docs/mcp.md', import.meta.url), 'utf8')
    const tools = await Promise.all(
      Object.keys(clients).map(async (name) => {
        const { stdout } = await config(
          '--client',
          name,
          '--key',
          key,
          '--url',
          `${address}/`,
          '--json',
        )
        const { snippet, where } = JSON.parse(stdout)
        return { name, isThere: text.includes(`\n${snippet}\n\`\`\``) && text.includes(where) }
      }),
    )
    assert.deepEqual(
      tools.filter(({ isThere }) => !isThere),
      [],
    )
  })

  it('fixes a workspace in the address', async () => {
    const words = ['mcp', 'config', '--client', 'other', '--key', key, '--workspace', 'team a']
    const { stdout } = await runCommandProcess(words, { dataFolder: join(folder, 'data') })
    assert.match(stdout, /"url": "http:\/\/127\.0\.0\.1:0\/mcp\?workspace=team%20a"/)
  })
})

describe('a key made by quire mcp config', () => {
  it('works with the printed command as it is, and sees the instructions of its workspace', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-mcp-'))
    const settings = { dataFolder }
    const server = await startProcess(settings)
    try {
      await initialize(settings)
      const rules = join(dataFolder, 'rules.md')
      await writeFile(rules, 'Write in Danish.\n')
      const set = await runCommand(['workspace', 'instructions', 'lab', '--file', rules], settings)
      assert.equal(set.code, 0, set.stderr)
      const shown = await runCommand(['workspace', 'instructions', 'lab'], settings)
      assert.equal(shown.stdout, 'Write in Danish.\n')

      const options = ['--for', 'ada@example.com', '--read-only', '--workspace', 'lab']
      const given = ['--client', 'curl', '--url', server.address, ...options, '--json']
      const { stdout, code, stderr } = await runCommand(['mcp', 'config', ...given], settings)
      assert.equal(code, 0, stderr)
      const report = JSON.parse(stdout)
      const listed = await runCommand(['key', 'list', 'ada@example.com', '--json'], settings)
      const { keys } = JSON.parse(listed.stdout)
      const created = keys.find(({ lastCharacters = '' }) => report.key.endsWith(lastCharacters))
      assert.deepEqual([created.readOnly, created.forAgent], [true, true])
      assert.notEqual(created.expiresAt, null)
      const ask = async (method: string, params = {}) => {
        const response = await fetch(report.address, {
          method: 'POST',
          headers: { authorization: `Bearer ${report.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        })
        return JSON.stringify(await response.json())
      }
      assert.doesNotMatch(await ask('tools/list'), /create_page"/)
      const clientInfo = { name: 'test', version: '1' }
      const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
      assert.match(await ask('initialize', hello), /admins of this workspace:\\nWrite in Danish\."/)

      const cleared = await runCommand(['workspace', 'instructions', 'lab', '--file', '-'], {
        ...settings,
        input: '\n',
      })
      assert.equal(cleared.code, 0)
      assert.doesNotMatch(await ask('initialize', hello), /Danish/)
      const long = { ...settings, input: 'x'.repeat(4001) }
      const refused = await runCommand(['workspace', 'instructions', 'lab', '--file', '-'], long)
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /the limit is 4000/)
    } finally {
      await server.stop()
      await rm(dataFolder, { recursive: true, force: true })
    }
  })
})
