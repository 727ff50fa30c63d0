import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commands, globalOptions } from '../../client/cli/command-table.ts'
import { exitCodeTable, usage } from '../../client/cli/help.ts'
import manifest from '../../package.json' with { type: 'json' }
import { read } from '../architecture/sources.ts'
import { useRemote } from '../support/processes/remote.ts'
import { addKey } from '../support/server.ts'

const main = fileURLToPath(new URL('../../client/cli/main.ts', import.meta.url))

const wrong: readonly string[][] = [
  ['nonsense'],
  ['page'],
  ['page', 'nonsense'],
  ['page', 'get'],
  ['page', 'get', 'one', 'two'],
  ['page', 'get', 'Page', '--nonsense'],
  ['page', 'list', '--depth', 'two'],
  ['page', 'edit', 'Page', '--text', 'x'],
  ['page', 'edit', 'Page', '--find', 'a', '--heading', 'b', '--text', 'x'],
  ['page', 'edit', 'Page', '--body', '--text', 'x'],
  ['page', 'edit', 'Page', '--find', 'a'],
  ['page', 'append', 'Page', '--text', 'x', '--file', 'y'],
  ['page', 'move', 'Page'],
  ['proposals', 'list', '--state', 'lost'],
  ['proposals', 'accept', 'x'],
  ['proposals', 'decline', 'x', '--change', 'first'],
  ['completion', 'tcsh'],
]

describe('quire, the remote command line', () => {
  const remote = useRemote()

  it('ends with 2 and says how to go on when it is called wrongly', async () => {
    for (const words of wrong) {
      const { code, stdout, stderr } = await remote.run(words)
      assert.deepEqual({ words, code, stdout }, { words, code: 2, stdout: '' })
      assert.match(stderr, /^quire: [^\n]+\.\n$/, words.join(' '))
    }
  })

  it('says where a command of the operator runs, whose names the server prints', async () => {
    for (const name of ['backup', 'check', 'user', 'migrate-store']) {
      const { code, stderr } = await remote.run([name, 'x'])
      assert.equal(code, 2)
      assert.match(stderr, new RegExp(`run quire-server ${name}\\.`))
    }
  })

  it('ends with 2 where the environment names no server or key', async () => {
    const { QUIRE_URL = '', QUIRE_KEY = '' } = remote.environment()
    for (const environment of [
      {},
      { QUIRE_URL },
      { QUIRE_KEY },
      { QUIRE_URL: 'notes', QUIRE_KEY },
      { QUIRE_URL, QUIRE_KEY: 'svc_\u201cquoted\u201d' },
    ]) {
      const { code, stderr } = await remote.run(['page', 'list'], { environment })
      assert.equal(code, 2)
      assert.match(stderr, /^quire: .*QUIRE_(?:URL|KEY)/)
    }
  })

  it('ends with a code for each kind of failure, and an object on standard error with --json', async () => {
    const missing = await remote.refused('page', 'get', 'No such page')
    assert.partialDeepStrictEqual(missing, { code: 'PAGE_NOT_FOUND', status: 404, exitCode: 4 })
    const long = await remote.refused('page', 'create', 'x'.repeat(300))
    assert.partialDeepStrictEqual(long, { code: 'VALIDATION_FAILED', exitCode: 1 })
    const { QUIRE_URL = '', QUIRE_KEY = '' } = remote.environment()
    const outsider = { environment: { QUIRE_URL, QUIRE_KEY: 'svc_wrong' } }
    assert.equal((await remote.run(['page', 'list'], outsider)).code, 3)
    const readOnly = await addKey(remote.quire(), { readOnly: true })
    const reader = { environment: { QUIRE_URL, QUIRE_KEY: readOnly } }
    assert.equal((await remote.run(['page', 'create', 'No'], reader)).code, 3)
    assert.equal(QUIRE_KEY.length > 0, true)
  })

  it('ends with 130 when it is stopped, without another attempt or a message', async () => {
    const stopped = { signal: AbortSignal.abort() }
    const { code, stderr } = await remote.run(['page', 'list'], stopped)
    assert.deepEqual({ code, stderr }, { code: 130, stderr: '' })
  })

  it('ends with 4 for a workspace that the key does not open, and names those that it does', async () => {
    const { code, message, exitCode } = await remote.refused('page', 'list', '--workspace', 'other')
    assert.deepEqual([code, exitCode], ['WORKSPACE_NOT_FOUND', 4])
    assert.match(message, /lab/)
  })

  it('takes a workspace by its slug, name or ID, from the option or the environment', async () => {
    const { workspaceId } = remote.quire()
    for (const name of ['lab', 'Lab', workspaceId]) {
      const { code } = await remote.run(['page', 'list', '--workspace', name])
      assert.equal(code, 0, name)
      const environment = { ...remote.environment(), QUIRE_WORKSPACE: name }
      assert.equal((await remote.run(['page', 'list'], { environment })).code, 0, name)
    }
    const { workspaces } = await remote.json('workspace', 'list')
    assert.partialDeepStrictEqual(workspaces, [{ id: workspaceId, slug: 'lab' }])
  })

  it('has a help for the program, each noun and each command, without a server', async () => {
    const nowhere = { environment: {} }
    for (const { name, summary } of commands) {
      const words = name.split(' ')
      const { code, stdout } = await remote.run([...words, '--help'], nowhere)
      assert.equal(code, 0, name)
      assert.match(stdout, new RegExp(`^Usage: quire ${name}`))
      const noun = await remote.run([words[0] ?? '', '--help'], nowhere)
      assert.ok(words.length === 1 || noun.stdout.includes(summary), name)
      const program = await remote.run(['--help'], nowhere)
      assert.ok(program.stdout.includes(summary), name)
    }
    assert.equal((await remote.run([], nowhere)).code, 2)
  })

  it('is documented: each command, option and exit code', () => {
    const document = read('docs/clients/command-line.md')
    for (const command of commands) {
      assert.ok(document.includes(`\`quire ${usage(command)}\``), usage(command))
      for (const { name } of command.options) assert.ok(document.includes(`--${name}`), `--${name}`)
    }
    for (const { name } of globalOptions) assert.ok(document.includes(`--${name}`), name)
    for (const [code, meaning] of exitCodeTable) {
      assert.ok(document.includes(`| ${code} | ${meaning} |`), meaning)
    }
  })

  it('is a program: it reads the environment, prints and sets its exit code', async () => {
    const start = async (...words: string[]) => {
      const child = spawn(process.execPath, [main, ...words], {
        env: { PATH: process.env['PATH'], ...remote.environment() },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      child.stdin.end('Typed *in*.\n')
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      return { code, stdout, stderr }
    }
    assert.deepEqual(await start('--version'), {
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    })
    assert.equal((await start('page', 'get', 'Piped')).code, 4)
    assert.equal((await start('page', 'create', 'Piped', '--file', '-')).code, 0)
    const read = await start('page', 'get', 'Piped')
    assert.deepEqual(read, { code: 0, stdout: 'Typed *in*.\n', stderr: '' })
  })
})

describe('quire completion', () => {
  const remote = useRemote()

  const scriptFor = async (shell: string) => {
    const { code, stdout } = await remote.run(['completion', shell], { environment: {} })
    assert.equal(code, 0)
    return stdout
  }

  it('completes words in bash', async () => {
    const script = await scriptFor('bash')
    const complete = (...words: string[]) => {
      const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _quire; echo "\${COMPREPLY[*]}"`
      const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${line}`], {
        encoding: 'utf8',
      })
      assert.equal(stderr, '')
      return stdout.trim()
    }
    assert.equal(complete('quire', 'prop'), 'proposals')
    assert.equal(complete('quire', 'proposals', 'a'), 'accept')
    assert.equal(complete('quire', 'page', 'edit', '--sub'), '--subsections')
    assert.equal(complete('quire', 'changes', '--f'), '--follow')
    assert.equal(complete('quire', 'completion', 'f'), 'fish')
    assert.equal(complete('quire', 'import', '--kind', 'no'), 'notion')
  })

  for (const shell of ['zsh', 'fish'] as const) {
    it(`names every command and option for ${shell}`, async () => {
      const script = await scriptFor(shell)
      for (const { name, options } of commands) {
        for (const word of name.split(' ')) assert.ok(script.includes(word), name)
        for (const { name: option, choices = [] } of options) {
          for (const word of [option, choices.join(' ')]) assert.ok(script.includes(word), word)
        }
      }
      // Where the shell is installed, it reads its script.
      const words = ['-n', '-c', script]
      const { error, status, stderr } = spawnSync(shell, words, { encoding: 'utf8' })
      if (error === undefined) assert.deepEqual([status, stderr], [0, ''])
    })
  }
})
