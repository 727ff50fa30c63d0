import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { listOperations } from '../server/operations/index.ts'
import type { Schema } from './cli/answers/schema.ts'

/**
 * The operations that are called by commands that write files, with the fields that these read. Fields that a later
 * release adds are not listed, so that an older server lacks none.
 */
const used: Readonly<Record<string, readonly string[] | 'all'>> = {
  'workspaces.list': ['workspaces', 'id', 'name', 'slug'],
  'pages.get': ['id'],
  'pages.list': ['pages', 'id'],
  'pages.move': [],
  'trash.remove': [],
  'comments.create': [],
  'instructions.get': ['instructions'],
  'markdownFiles.list': 'all',
  'markdownFiles.read': 'all',
  'markdownFiles.create': 'all',
  'markdownFiles.createAll': 'all',
  'markdownFiles.save': 'all',
  'skills.list': ['skills', 'id', 'title', 'ownership', 'served', 'version', 'name'],
  'skills.files': ['version', 'name', 'files', 'path', 'sha256', 'size', 'isExecutable'],
  'skills.readFile': ['path', 'sha256', 'isExecutable', 'encoding', 'content'],
  'skillFiles.write': ['files', 'path', 'change', 'sha256'],
}

/** Writes become proposals where the key may only propose. */
const proposed: Schema = {
  type: 'object',
  required: ['proposalId'],
  properties: { proposalId: { type: 'string' } },
}
const proposing = new Set(['skillFiles.write'])

/** The source of cli/answers/answer-schemas.ts: what commands that write files read from answers. */
export function schemasSource(): string {
  const operations = new Map<string, object>(
    listOperations().map((one) => [`${one.noun}.${one.name}`, one.output]),
  )
  const lines = Object.entries(used).map(([name, fields]) => {
    // SAFETY: the schemas of operations are JSON Schemas.
    const schema = reduce(operations.get(name) as Schema, fields)
    const both = proposing.has(name) ? { anyOf: [schema, proposed] } : schema
    return `  '${name}': ${JSON.stringify(both)},`
  })
  return [
    '// Written by `npm run snap` from the schemas of operations.',
    "import type { Schema } from './schema.ts'",
    '',
    'export const answerSchemas: Readonly<Record<string, Schema>> = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

/** Enumerations are left out: a later release may add values. */
function reduce(
  { type, properties, required = [], items, anyOf, pattern }: Schema,
  fields: readonly string[] | 'all',
): Schema {
  const isUsed = (name: string) => fields === 'all' || fields.includes(name)
  const included = Object.entries(properties ?? {}).filter(([name]) => isUsed(name))
  return {
    ...(type !== undefined && { type }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((one) => reduce(one, fields)) }),
    ...(pattern !== undefined && { pattern }),
    ...(items !== undefined && { items: reduce(items, fields) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(included.map(([name, one]) => [name, reduce(one, fields)])),
      required: required.filter(isUsed),
    }),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = new URL('./cli/answers/answer-schemas.ts', import.meta.url)
  await writeFile(file, schemasSource())
}
