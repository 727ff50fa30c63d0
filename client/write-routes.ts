import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { listOperations } from '../server/operations/index.ts'

/** The source of routes.ts: where each operation of the table is found. */
export function routesSource(): string {
  const nouns = Map.groupBy(listOperations(), ({ noun }) => noun)
  const lines = [...nouns].map(([noun, operations]) => {
    const entries = operations.map(
      ({ name, method, path }) => `    ${name}: { method: '${method}', path: '${path}' },`,
    )
    return [`  ${noun}: {`, ...entries, '  },'].join('\n')
  })
  return [
    '// Written by `npm run snap` from the table of operations.',
    'export const routes = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(new URL('./routes.ts', import.meta.url), routesSource())
}
