import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, it } from 'node:test'
import manifest from '../../package.json' with { type: 'json' }
import { useCommands } from '../../test/support/processes/commands.ts'
import { runCommand } from '../../test/support/processes/process.ts'

const wrong: string[][] = [
  [],
  ['nonsense'],
  ['key'],
  ['user', 'list', 'too', 'many'],
  ['key', 'add', '--nonsense'],
  ['key', 'add', 'ada@example.com', '--expires', '3d'],
  ['key', 'add', 'ada@example.com', '--read-only', '--propose-only'],
  ['init', '--email', 'ada@example.com'],
]

describe('quire', () => {
  const { quire, quireProcess, dataFolder } = useCommands()

  it('ends with 2 and a word on how to go on when it is called wrongly', async () => {
    const all = await Promise.all(wrong.map((words) => quire(...words)))
    for (const [index, { code, stdout, stderr }] of all.entries()) {
      assert.deepEqual(
        { words: wrong[index], code, stdout },
        { words: wrong[index], code: 2, stdout: '' },
      )
      assert.match(stderr, /--help/)
    }
  })

  it('ends with 1 and one sentence when a setting is wrong', async () => {
    const settings = { dataFolder: dataFolder(), environment: { PORT: 'eighty' } }
    const { code, stdout, stderr } = await runCommand(['user', 'list'], settings)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^quire: PORT is "eighty" but must be a whole number from 0 to 65535\.\n$/)
  })

  it('ends with 1 and one sentence when the data folder cannot be used', async () => {
    const { code, stderr } = await runCommand(['user', 'list'], { dataFolder: '/dev/null/data' })
    assert.equal(code, 1)
    assert.match(stderr, /^quire: There is no Quire store in [^\n]+\. Set QUIRE_DATA [^\n]*\n$/)
  })

  it('explains every command, without touching a store', async () => {
    const settings = { dataFolder: `${dataFolder()}/none` }
    const help = async (...words: string[]) => {
      const { code, stdout, stderr } = await runCommand([...words, '--help'], settings)
      assert.deepEqual({ words, code, stderr }, { words, code: 0, stderr: '' })
      return stdout
    }
    const groups = ['user', 'workspace', 'member', 'agent', 'key']
    const [top, ...rest] = await Promise.all([
      help(),
      ...groups.map((name) => help(name)),
      help('init'),
    ])
    for (const name of ['init', ...groups]) assert.match(top, new RegExp(`^  ${name} `, 'm'))
    for (const text of rest) assert.match(text, /^Usage: quire /)
    await assert.rejects(readdir(settings.dataFolder))
  })

  it('takes settings from its caller and leaves the process as it was, several at once', async () => {
    const umask = process.umask(0o022)
    const { exitCode } = process
    const link = ['user', 'reset-link', 'ada@example.com']
    const urls = ['https://one.example.com', 'https://two.example.com']
    try {
      const ended = await Promise.all([
        ...urls.map((url) =>
          runCommand(link, { dataFolder: dataFolder(), environment: { PUBLIC_URL: url } }),
        ),
        quire('user', 'remove', 'nobody@example.com'),
      ])
      assert.deepEqual(
        ended.map(({ code, stdout }) => [code, stdout.split('/reset-password')[0]]),
        [...urls.map((url) => [0, url]), [1, '']],
      )
      assert.deepEqual([process.umask(), process.exitCode], [0o022, exitCode])
    } finally {
      process.umask(umask)
    }
  })

  it('tells its version', async () => {
    const { code, stdout } = await quireProcess('--version')
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `${manifest.version}\n` })
  })
})
