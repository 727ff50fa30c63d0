import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maskTsx } from './mask-tsx.ts'
import { mask } from './mask.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

const foreign = new Set(['.git', 'node_modules', 'data', 'dist', '.vite'])

/** Every file of the repository, as a path from its root with slashes. */
export const files: readonly string[] = listFiles(root).toSorted()

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (foreign.has(entry.name) || entry.name.endsWith('.log')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [relative(root, path).replaceAll(sep, '/')]
  })
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export type Source = {
  path: string
  text: string
  /** Without the inside of comments, strings and regular expressions. */
  code: string
  /** The same without types. */
  plain: string
  lines: number
}

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
      if (path.endsWith('.tsx')) {
        return { path, text, ...maskTsx(path, text), lines: countLines(text) }
      }
      const code = mask(text)
      const plain = stripTypeScriptTypes(code)
      return { path, text, code, plain, lines: countLines(text) }
    })
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** Where a pattern stands, as `path:line: the line`. */
export function places({ path, text, code }: Source, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].map(({ index }) => place({ path, text }, index))
}

export function place({ path, text }: Pick<Source, 'path' | 'text'>, index: number): string {
  const line = lineAt(text, index)
  return `${path}:${line}: ${text.split('\n')[line - 1]?.trim() ?? ''}`
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

export type Import = { from: string; to: string; isType: boolean; index: number }

const importing = /\b(?:import|export)\b(?<clause>[\s\w$*{},]*?)\bfrom\s*(?<quote>['"])/g
const bare = /\bimport\s*\(?\s*(?<quote>['"])/g

/** What a file imports or re-exports from within the repository. */
export function importsOf({ path, text, code }: Source): Import[] {
  const found = [...code.matchAll(importing), ...code.matchAll(bare)]
  return found.flatMap((match) => {
    const start = match.index + match[0].length
    const name = text.slice(start, text.indexOf(match.groups?.['quote'] ?? "'", start))
    if (!name.startsWith('.')) return []
    const to = relative(root, join(root, path, '..', name)).replaceAll(sep, '/')
    const isType = /^\s*type\b/.test(match.groups?.['clause'] ?? '')
    return [{ from: path, to, isType, index: match.index }]
  })
}
