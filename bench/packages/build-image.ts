import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { makeFolder } from '../support/children.ts'
import { readIgnored, readStages, readVariables, readWords, type Step } from './dockerfile.ts'

const context = join(import.meta.dirname, '../..')

/** A root filesystem, and how a container is started on it. */
export type Image = {
  root: string
  folder: string
  user: string
  environment: Record<string, string>
  command: string[]
  healthCheck: string[]
  /** Folders that can be written to. */
  volumes: string[]
}

/** Does what deploy/Dockerfile says with a folder in the place of its base image. Needs to run as root. */
export function buildImage(base: string): Image {
  const built = new Map<string | undefined, Image>()
  for (const { name, steps } of readStages(
    readFileSync(join(context, 'deploy/Dockerfile'), 'utf8'),
  )) {
    const image = startStage(base)
    for (const step of steps) perform(image, step, built)
    built.set(name, image)
  }
  const image = built.get(undefined)
  if (image === undefined) throw new Error('The last stage of the Dockerfile has a name.')
  return image
}

function startStage(base: string): Image {
  const root = join(makeFolder(), 'root')
  execFileSync('cp', ['--archive', base, root])
  const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }
  return { root, folder: '/', user: '0:0', environment, command: [], healthCheck: [], volumes: [] }
}

function perform(image: Image, { word, text }: Step, built: Map<string | undefined, Image>): void {
  const steps: Record<string, () => void> = {
    WORKDIR: () => {
      image.folder = posix.resolve(image.folder, text)
      mkdirSync(join(image.root, image.folder), { recursive: true })
    },
    COPY: () => copy(image, text, built),
    RUN: () => runStep(image, text),
    ENV: () => Object.assign(image.environment, readVariables(text)),
    USER: () => {
      image.user = text
    },
    VOLUME: () => image.volumes.push(text),
    CMD: () => {
      image.command = readWords(text)
    },
    HEALTHCHECK: () => {
      image.healthCheck = readWords(text)
    },
    // Both are what the bench does anyway.
    EXPOSE: () => undefined,
    STOPSIGNAL: () => undefined,
  }
  const step = steps[word]
  if (step === undefined) throw new Error(`The bench does not know ${word}.`)
  step()
}

function copy(image: Image, text: string, built: Map<string | undefined, Image>): void {
  const words = text.split(' ')
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const to = words.pop() ?? ''
  const target = join(image.root, posix.resolve(image.folder, to))
  if (from !== undefined) {
    const source = join(built.get(from)?.root ?? '', words[0] ?? '')
    execFileSync('cp', ['--archive', `${source}/.`, target])
    return
  }
  const isIgnored = readIgnored(
    readFileSync(join(context, 'deploy/Dockerfile.dockerignore'), 'utf8'),
  )
  for (const path of words) {
    const filter = (source: string) => !isIgnored(source.slice(context.length + 1))
    // A folder gives what is in it, a file goes into the folder.
    const name = words.length > 1 ? join(target, path) : target
    cpSync(join(context, path), name, { recursive: true, filter })
  }
}

/** With the network, the registry and the cache of npm of this machine. */
function runStep({ root, folder, environment }: Image, text: string): void {
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const script = `
    set -e
    mkdir -p "$1/tmp/npm" "$1/etc/ssl/certs"
    mount --bind "$2" "$1/tmp/npm"
    mount --bind /etc/ssl/certs "$1/etc/ssl/certs"
    touch "$1/etc/resolv.conf" && mount --bind /etc/resolv.conf "$1/etc/resolv.conf"
    mount -t proc proc "$1/proc"
    exec chroot "$1" /bin/sh -c "cd \\"$3\\" && $4"`
  execFileSync('unshare', ['--mount', 'sh', '-c', script, 'run', root, cache, folder, text], {
    env: {
      ...environment,
      npm_config_cache: '/tmp/npm',
      npm_config_registry: registry,
      npm_config_update_notifier: 'false',
      NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
