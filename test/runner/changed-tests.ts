import { execFileSync } from 'node:child_process'
import { dirname, join, normalize } from 'node:path/posix'
import { type Source, importsOf, root, sourcesOf } from '../architecture/sources.ts'
import { everyFile } from './plan.ts'

/** Changes of these can change the result of any test. */
const global = /^(?:package(?:-lock)?\.json|tsconfig\.base\.json|test\/runner\/.*|test\/run\.ts)$/

/** They read the repository itself. */
const always = /^(?:test\/architecture|messages)\//

/** The browser loads the app from its build. */
const builds = { from: 'test/support/web/screens.ts', to: 'web/src/main.tsx' }

/** Gives the tests whose imports reach a file that differs from a commit, or whose own file does. */
export function changedTests(commit: string): string[] {
  return reachingTests(changedFiles(commit))
}

/** Gives the tests whose imports reach one of these files. */
export function reachingTests(changed: readonly string[]): string[] {
  const tests = everyFile()
  if (changed.some((file) => global.test(file))) return tests
  const sources = sourcesOf('content', 'messages', 'server', 'client', 'web', 'test', 'packages')
  const importers = new Map<string, string[]>()
  const edges = [...sources.flatMap(importsOf), ...sources.flatMap(addressesOf), builds]
  for (const { from, to } of edges) {
    const known = importers.get(to)
    if (known === undefined) importers.set(to, [from])
    else known.push(from)
  }
  const reached = new Set(changed.flatMap((file) => startsOf(file, sources)))
  for (const file of reached)
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  return tests.filter((file) => reached.has(file) || always.test(file))
}

function changedFiles(commit: string): string[] {
  const list = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...list('diff', '--name-only', commit),
    ...list('ls-files', '--others', '--exclude-standard'),
  ]
}

/** A file that nothing imports, such as a migration, is read by the code in its folder or in one above. */
function startsOf(file: string, sources: readonly Source[]): string[] {
  if (/\.tsx?$/.test(file)) return [file]
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const inFolder = sources.filter(({ path }) => dirname(path) === folder)
    if (inFolder.length > 0) return inFolder.map(({ path }) => path)
  }
  return []
}

/** Programs and workers that a file names by their address. */
function addressesOf({ path, text }: Source): { from: string; to: string }[] {
  return [...text.matchAll(/new URL\(\s*['"`](\.[^'"`]+\.tsx?)['"`]/g)].map(([, name = '']) => ({
    from: path,
    to: normalize(join(dirname(path), name)),
  }))
}
