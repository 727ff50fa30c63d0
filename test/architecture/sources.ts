import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

const foreign = new Set(['.git', '.cache', 'node_modules', 'data', 'dist', '.vite'])

/** Every file of the repository, as a path from its root with slashes. */
export const files: readonly string[] = listFiles(root).toSorted()

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (foreign.has(entry.name) || entry.name.endsWith('.log')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [relative(root, path).replaceAll(sep, '/')]
  })
}

/** Tests that stand beside their source are not counted: they grow with it. */
export const filesByFolder: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  files.filter((path) => !/\.test\.tsx?$/.test(path) || path.startsWith('test/')),
  (path) => path.split('/').slice(0, -1).join('/'),
)

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export type Source = { path: string; text: string; lines: number }

/** The store's contract is the body of the test that every dialect has. */
export function isTest(path: string): boolean {
  return (
    path.startsWith('test/') ||
    /\.test\.tsx?$/.test(path) ||
    /^server\/store\/contract[./]/.test(path)
  )
}

/** The TypeScript of these folders, tests among it. */
export function sourcesOf(...folders: readonly string[]): Source[] {
  return files
    .filter((path) => /\.tsx?$/.test(path) && folders.some((name) => path.startsWith(`${name}/`)))
    .map((path) => {
      const text = read(path)
      return { path, text, lines: countLines(text) }
    })
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

/** Where a pattern stands, as `path:line: the line`. */
export function locationsOf(source: Pick<Source, 'path' | 'text'>, pattern: RegExp): string[] {
  return [...source.text.matchAll(pattern)].map(({ index }) => locationOf(source, index))
}

export function locationOf({ path, text }: Pick<Source, 'path' | 'text'>, index: number): string {
  const line = text.slice(0, index).split('\n').length
  return `${path}:${line}: ${text.split('\n')[line - 1]?.trim() ?? ''}`
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

export type Import = {
  from: string
  to: string
  isType: boolean
  /** Loaded when it is called for, with `import()`. */
  isLazy: boolean
  index: number
}

/** oxfmt begins each import and re-export at the start of a line. */
const importing =
  /^(?:import|export)(?<clause>[\s\w$*{},]*?)\bfrom '(?<name>[^']+)'|^import '(?<bare>[^']+)'|\bimport\('(?<lazy>[^']+)'\)/gm

/** What a file imports or re-exports from within the repository. */
export function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(importing)].flatMap(({ groups = {}, index }) => {
    const name = groups['name'] ?? groups['bare'] ?? groups['lazy'] ?? ''
    if (!name.startsWith('.')) return []
    const to = relative(root, join(root, path, '..', name)).replaceAll(sep, '/')
    const isType = /^\s*type\b/.test(groups['clause'] ?? '')
    return [{ from: path, to, isType, isLazy: groups['lazy'] !== undefined, index }]
  })
}
