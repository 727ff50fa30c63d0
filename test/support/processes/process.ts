import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { run } from '../../../server/cli/program.ts'
import { afterEachFile } from '../../runner/after-file.ts'
import { databaseOf, migratedStoreOf } from '../stores/stores.ts'

const serverFile = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))
const guardFile = new URL('loopback-only.ts', import.meta.url).href
const clockFile = new URL('skewed-clock.ts', import.meta.url).href
const commandFile = fileURLToPath(new URL('../../../server/cli/main.ts', import.meta.url))

/** A child must never outlive the tests of its file, whatever ends them. */
const running = new Set<ChildProcess>()
const killAll = () => {
  for (const child of running) child.kill('SIGKILL')
}
afterEachFile(killAll)
process.once('exit', killAll)

export type Ended = {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGKILL'

export type Settings = {
  dataFolder: string
  environment?: Record<string, string | undefined>
  /** A program and its arguments that runs the server in their place, such as `unshare --mount`. */
  within?: readonly string[] | undefined
  /** The folder the program is started in. */
  cwd?: string | undefined
  /** Milliseconds by which the clock of the program is ahead. */
  clockMs?: number | undefined
  /** What the program reads on standard input. */
  input?: string
  /** The file of the program, if not that of the server or of the operator's commands. */
  file?: string
}

/** A command in this process has no folder or program of its own. */
export type CommandSettings = Omit<Settings, 'within' | 'cwd' | 'file' | 'clockMs'> & {
  within?: undefined
  cwd?: undefined
}

export type ServerProcess = {
  /** `http://127.0.0.1:port` */
  address: string
  pid: number
  /** Waits until it has written what the pattern finds, and gives the first group of it. */
  says: (pattern: RegExp) => Promise<string>
  ended: Promise<Ended>
  /** Sends the signal and waits for the end; asking again gives the same end. */
  stop: (signal?: StopSignal) => Promise<Ended>
}

/** Starts the real server on a free port and waits until it says where it listens. */
export async function startProcess(settings: Settings): Promise<ServerProcess> {
  const child = await launch(settings.file ?? serverFile, [], settings)
  const ended = collect(child)
  const says = receive(child)
  const address = await Promise.race([says(/listens on (\S+)/), ended])
  if (typeof address !== 'string') {
    throw new Error(`the server ended instead of listening: ${JSON.stringify(address)}`)
  }
  return {
    address,
    pid: child.pid ?? 0,
    says,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts the real server where it must refuse to start, and gives its end. */
export async function runServer(settings: Settings): Promise<Ended> {
  return collect(await launch(serverFile, [], settings))
}

/** Runs one of the operator's commands to its end in a process of its own, as an operator does. */
export async function runCommandProcess(
  words: readonly string[],
  settings: Settings,
): Promise<Ended> {
  return collect(await launch(settings.file ?? commandFile, words, settings))
}

/** Runs one of the operator's commands to its end in this process. */
export async function runCommand(
  words: readonly string[],
  settings: CommandSettings,
): Promise<Ended> {
  const environment = await environmentOf(settings)
  const printed = { stdout: '', stderr: '' }
  using _umask = keepUmask()
  const code = await run(words, {
    environment,
    write: (text) => {
      printed.stdout += text
    },
    warn: (text) => {
      printed.stderr += text
    },
    readInput: async () => settings.input ?? '',
    isScreen: false,
  })
  return { code, signal: null, ...printed }
}

/** Commands that run now, and the umask that the process had before the first of them. */
const commands = { running: 0, umask: 0 }

/** A command changes the umask of its process, which gets it back when no command runs any more. */
function keepUmask(): Disposable {
  if (commands.running === 0) commands.umask = process.umask()
  commands.running += 1
  return {
    [Symbol.dispose]: () => {
      commands.running -= 1
      if (commands.running === 0) process.umask(commands.umask)
    },
  }
}

const initWords =
  'init --email ada@example.com --first-name Ada --last-name Lovelace --workspace Lab --json'.split(
    ' ',
  )

export type Initialized = {
  userId: string
  workspaceId: string
  slug: string
  keyId: string
  key: string
}

/** Makes the first person, a workspace and a key by the command an operator would use. */
export async function initialize(settings: CommandSettings): Promise<Initialized> {
  await migrate(settings)
  return initialized(await runCommand(initWords, settings))
}

/** The same in a process of its own. */
export async function initializeProcess(settings: Settings): Promise<Initialized> {
  await migrate(settings)
  return initialized(await runCommandProcess(initWords, settings))
}

async function migrate({ dataFolder, environment }: Settings): Promise<void> {
  if (environment?.['DATABASE_URL'] === undefined) await migratedStoreOf(dataFolder)
}

function initialized({ code, stdout, stderr }: Ended): Initialized {
  if (code !== 0) throw new Error(`init failed: ${stderr}`)
  return JSON.parse(stdout)
}

async function launch(
  file: string,
  commandLine: readonly string[],
  settings: Settings,
): Promise<ChildProcess> {
  const environment = await environmentOf(settings)
  const [program = process.execPath, ...rest] = [
    ...(settings.within ?? []),
    process.execPath,
    file,
    ...commandLine,
  ]
  const child = spawn(program, rest, {
    cwd: settings.cwd,
    env: {
      PATH: process.env['PATH'],
      // Node keeps what it compiled: a command starts in half the time.
      NODE_COMPILE_CACHE:
        process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'quire-compile-cache'),
      NODE_COMPILE_CACHE_PORTABLE: '1',
      NODE_OPTIONS: `--import ${guardFile} --import ${clockFile}`,
      QUIRE_TEST_CLOCK_MS: String(settings.clockMs ?? 0),
      ...environment,
    },
  })
  running.add(child)
  // A program that ends without reading its input breaks the pipe; its end says what there is to say.
  child.stdin.on('error', () => undefined)
  child.stdin.end(settings.input ?? '')
  return child
}

async function environmentOf({
  dataFolder,
  environment,
}: Settings): Promise<Record<string, string | undefined>> {
  return {
    LOG_LEVEL: 'silent',
    PORT: '0',
    QUIRE_DATA: dataFolder,
    DATABASE_URL: await databaseOf(dataFolder),
    ...environment,
  }
}

async function collect(child: ChildProcess): Promise<Ended> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the child has no pipes')
  const [output, errors, [code, signal]] = await Promise.all([
    text(stdout),
    text(stderr),
    once(child, 'close'),
  ])
  running.delete(child)
  return { code, signal, stdout: output, stderr: errors }
}

/** What the child writes, as far as it has come. */
function receive({ stdout }: ChildProcess): (pattern: RegExp) => Promise<string> {
  let output = ''
  const waiting = new Set<() => void>()
  stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    for (const look of waiting) look()
  })
  return (pattern) =>
    new Promise((resolve) => {
      const look = () => {
        const found = pattern.exec(output)?.[1]
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
}
