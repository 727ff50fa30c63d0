import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Packed, packAll } from '../../../packages/main.ts'
import { packageNames } from '../../../packages/manifests.ts'

type Ended = { code: unknown; stdout: string; stderr: string }

export type Installation = {
  packed: Packed
  /** Where tarballs, caches and backups go. */
  work: string
  /** A path below `node_modules` of the installation. */
  installed: (...names: string[]) => string
  /** Starts a program in the folder of the installation, with nothing of the checkout but Node. */
  start: (program: string, words: readonly string[], environment?: Environment) => ChildProcess
  run: (program: string, words: readonly string[], environment?: Environment) => Promise<Ended>
  close: () => Promise<void>
}

type Environment = Record<string, string>

/** Packs all packages, for an installation into an empty folder. */
export async function openInstallation(): Promise<Installation> {
  const work = await mkdtemp(join(tmpdir(), 'quire-packages-'))
  const folder = join(work, 'installed')
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  const packed = await pack(join(work, 'tarballs'))
  const start: Installation['start'] = (program, words, environment = {}) =>
    spawn(program, words, {
      cwd: folder,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        HOME: work,
        npm_config_cache: join(work, 'cache'),
        npm_config_update_notifier: 'false',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    packed,
    work,
    installed: (...names) => join(folder, 'node_modules', ...names),
    start,
    run: (...command) => collect(start(...command)),
    close: () => rm(work, { recursive: true, force: true }),
  }
}

/** Packs all packages, and undoes what the build of the web app sets for its own process. */
async function pack(folder: string): Promise<Packed> {
  const name = 'NODE_ENV'
  const was = process.env[name]
  try {
    return await packAll(folder)
  } finally {
    if (was === undefined) delete process.env[name]
    else process.env[name] = was
  }
}

async function collect(child: ChildProcess): Promise<Ended> {
  const { stdout, stderr } = child
  assert.ok(stdout !== null && stderr !== null)
  const ended = once(child, 'close')
  const [output, errors, [code]] = await Promise.all([text(stdout), text(stderr), ended])
  return { code, stdout: output, stderr: errors }
}

/** Unpacks the tarball of a package to where npm does: the server has its dependencies in it. */
export async function unpack(
  { packed, installed, run }: Installation,
  name: keyof Packed,
): Promise<void> {
  const folder = installed(packageNames[name])
  await mkdir(folder)
  const words = ['-xzf', packed[name], '--strip-components=1', '-C', folder]
  const { code, stderr } = await run('tar', words)
  assert.equal(code, 0, stderr)
}

export type InstalledServer = { address: string; output: () => string; stop: () => Promise<void> }

/** Starts the installed server on a free port, and waits until it has printed its setup address. */
export async function startInstalled(child: ChildProcess): Promise<InstalledServer> {
  let output = ''
  const ended = once(child, 'exit')
  const isReady = Promise.withResolvers<void>()
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (/listens on \S+/.test(output) && output.includes('/setup#')) isReady.resolve()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await Promise.race([isReady.promise, ended])
  const address = /listens on (\S+)/.exec(output)?.[1]
  assert.ok(address !== undefined, output)
  return {
    address,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null])
    },
  }
}
