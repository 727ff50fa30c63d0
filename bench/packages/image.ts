import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeFolder } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'
import { buildImage, type Image } from './build-image.ts'

/**
 * The image without Docker: builds its root filesystem by the steps of deploy/Dockerfile on the base in a folder, and runs
 * it as compose.one-node.yaml does: read-only, without rights, and here also without a network. Needs to run as root on
 * Linux. The base is what the Dockerfile names: Debian with Node in /usr/local.
 */
const maxMegabytes = 130

const [base] = process.argv.slice(2)
if (base === undefined) throw new Error('Name the folder of the base.')
process.stdout.write(`${describeMachine()}\n`)
const image = buildImage(base)
const added = megabytes(image.root) - megabytes(base)
const columns = [
  { heading: 'the image', left: true } as const,
  { heading: '' },
  { heading: 'about' },
]
const size = ['MB over its base', digits(added), String(maxMegabytes)]

const start = performance.now()
const server = run(image)
const { address, code } = await whenReady(server)
const seconds = (performance.now() - start) / 1000
process.stdout.write(`${formatTable(columns, [size, ['seconds to start', digits(seconds), '']])}\n`)

const pid = server.pid ?? 0
const use = [process.execPath, join(import.meta.dirname, 'first-use.ts'), address, code]
process.stdout.write(execFileSync('nsenter', ['--net', '--target', `${pid}`, ...use]))
const health = inside(image, pid, image.healthCheck)
assert.equal(health.status, 0, health.stderr)
const denied = inside(image, pid, ['touch', '/quire/file'])
assert.match(denied.stderr, /Read-only file system/)
const owner = inside(image, pid, ['id', '-u'])
assert.equal(owner.stdout, '10001\n')
server.kill('SIGTERM')
assert.deepEqual(await once(server, 'exit'), [0, null])
process.stdout.write('healthy, as user 10001 on a read-only root, and stopped in order\n')

/** As a container with `read_only`, `tmpfs: /tmp`, `cap_drop: ALL` and `no-new-privileges`, and `--network none`. */
function run({ root, folder, user, environment, command, volumes }: Image): ChildProcess {
  const [uid = '', gid = ''] = user.split(':')
  const data = makeFolder()
  chownSync(data, Number(uid), Number(gid))
  const script = `
    set -e
    ip link set lo up
    mount --bind "$1" "$1"
    mount --bind "$2" "$1${volumes[0]}"
    mount -t tmpfs tmpfs "$1/tmp"
    mount -t proc proc "$1/proc"
    mount --bind /dev/null "$1/dev/null" && mount --bind /dev/urandom "$1/dev/urandom"
    mount -o remount,bind,ro "$1"
    root="$1"; shift 2
    exec chroot "$root" /bin/sh -c 'cd ${folder} && exec setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs \
      --inh-caps=-all --bounding-set=-all "$@"' run "$@"`
  const words = ['--mount', '--net', 'sh', '-c', script, 'run', root, data, ...command]
  return spawn('unshare', words, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function whenReady({ stdout }: ChildProcess): Promise<{ address: string; code: string }> {
  assert.ok(stdout !== null)
  let output = ''
  for await (const line of createInterface({ input: stdout })) {
    output += `${line}\n`
    const code = /\/setup#(\S+)/.exec(output)?.[1]
    if (code === undefined || !output.includes('listens on')) continue
    stdout.resume()
    return { address: 'http://127.0.0.1:8082', code }
  }
  return assert.fail(output)
}

/** Runs a command in the container, as its user. */
function inside({ user, environment }: Image, pid: number, words: readonly string[]) {
  const [uid = '', gid = ''] = user.split(':')
  const into = ['--mount', '--net', '--root', '--wd', '--setuid', uid, '--setgid', gid]
  return spawnSync('nsenter', [...into, '--target', `${pid}`, ...words], {
    env: environment,
    encoding: 'utf8',
  })
}

function megabytes(folder: string): number {
  const printed = execFileSync('du', ['--summarize', '--block-size=1', folder], {
    encoding: 'utf8',
  })
  return Number.parseInt(printed, 10) / 1e6
}
