import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Terminal } from '../../../client/cli/command.ts'
import { run } from '../../../client/cli/program.ts'
import { type Client, createClient } from '../../../client/index.ts'
import { startServer, type TestServer } from '../server.ts'

export type Printed = { code: number; stdout: string; stderr: string }

export type Remote = {
  quire: () => TestServer
  client: () => Client
  /** A folder for files, deleted after the tests. */
  folder: () => string
  environment: () => Record<string, string>
  address: () => string
  /** Runs the command line as a program does, without a person. */
  run: (words: readonly string[], terminal?: Partial<Terminal>) => Promise<Printed>
  /** Runs with `--json`, which must succeed, and gives what was printed. */
  json: (...words: string[]) => Promise<Record<string, unknown>>
  /** Runs what must fail without output, and gives the error and the exit code. */
  refused: (...words: string[]) => Promise<{ code: string; message: string; exitCode: number }>
}

/** The remote command line on a server of its own, for the tests of a describe. */
export function useRemote(): Remote {
  let server: TestServer | undefined
  let baseUrl = ''
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-remote-'))
    server = await startServer()
    baseUrl = await server.server.listen({ host: '127.0.0.1', port: 0 })
  })
  after(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })
  const quire = () => {
    assert.ok(server !== undefined)
    return server
  }
  const environment = () => ({ QUIRE_URL: baseUrl, QUIRE_KEY: quire().key })
  const runWords: Remote['run'] = (words, terminal) => runRemote(words, environment(), terminal)
  return {
    quire,
    client: () => createClient({ baseUrl, apiKey: quire().key }),
    folder: () => folder,
    environment,
    address: () => baseUrl,
    run: runWords,
    json: async (...words) => {
      const { code, stdout, stderr } = await runWords([...words, '--json'])
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      assert.match(stdout, /^\{.*\}\n$/, 'one object on one line')
      return JSON.parse(stdout)
    },
    refused: async (...words) => {
      const { code: exitCode, stdout, stderr } = await runWords([...words, '--json'])
      assert.equal(stdout, '')
      return { ...JSON.parse(stderr), exitCode }
    },
  }
}

/** Runs the command line as a program does, without a person. */
export async function runRemote(
  words: readonly string[],
  environment: Record<string, string>,
  terminal: Partial<Terminal> = {},
): Promise<Printed> {
  const printed = { stdout: '', stderr: '' }
  const code = await run(words, { ...programTerminal(printed), environment, ...terminal })
  return { code, ...printed }
}

/** A terminal without a person, which keeps what is printed. */
function programTerminal(printed: {
  stdout: string
  stderr: string
}): Omit<Terminal, 'environment'> {
  return {
    write: (text) => {
      printed.stdout += text
    },
    writeBytes: async (bytes) => {
      for await (const part of bytes) printed.stdout += Buffer.from(part).toString('latin1')
    },
    warn: (text) => {
      printed.stderr += text
    },
    readInput: async () => '',
    confirm: undefined,
    isScreen: false,
    signal: new AbortController().signal,
  }
}
