import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { listOperations } from '../server/operations/index.ts'

/** Inputs whose values the command line offers. */
const offered = [
  { name: 'importKinds', noun: 'imports', operation: 'create', field: 'kind' },
  { name: 'proposalStates', noun: 'proposals', operation: 'list', field: 'state' },
]

/** The source of cli/choices.ts: the values that some inputs may have, from the schemas of operations. */
export function choicesSource(): string {
  const operations = listOperations()
  const lists = offered.map(({ name, noun, operation, field }) => {
    const found = operations.find((one) => one.noun === noun && one.name === operation)
    // SAFETY: the schemas of operations are JSON Schemas.
    const { properties = {} } = (found?.input ?? {}) as Schema
    const values = properties[field]?.enum ?? []
    return `export const ${name} = [\n${values.map((value) => `  '${value}',\n`).join('')}] as const\n`
  })
  return ['// Written by `npm run snap` from the schemas of operations.', ...lists].join('\n')
}

type Schema = { properties?: Record<string, { enum?: string[] }> }

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(new URL('./cli/choices.ts', import.meta.url), choicesSource())
}
