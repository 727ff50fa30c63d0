import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { listOperations } from '../server/operations/index.ts'

const keywords = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const

/** The source of limits.ts: how long, large or many each input may be, from the schemas of operations. */
export function limitsSource(): string {
  const lines = listOperations().flatMap(({ noun, name, input }) => {
    const fields = limitsIn(input, '')
    return fields.length === 0 ? [] : [`  '${noun}.${name}': { ${fields.join(', ')} },`]
  })
  return [
    '// Written by `npm run snap` from the schemas of operations.',
    'type Limits = Record<string, Record<string, Record<string, number>>>',
    '',
    'export const limits: Limits = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

function limitsIn(schema: object, path: string): string[] {
  const limits = Object.entries(schema).flatMap(([keyword, limit]) =>
    isKeyword(keyword) ? [`${keyword}: ${String(limit)}`] : [],
  )
  const own = limits.length === 0 ? [] : [`'${path}': { ${limits.join(', ')} }`]
  return [...own, ...partsOf(schema).flatMap(([name, part]) => limitsIn(part, path + name))]
}

function isKeyword(keyword: string): boolean {
  return keywords.some((one) => one === keyword)
}

/** The schemas within a schema, with the end of their paths. */
function partsOf(schema: object): [string, object][] {
  // SAFETY: the schemas of operations are JSON Schemas.
  const { properties = {}, items, anyOf = [] } = schema as Parts
  return [
    ...Object.entries(properties).map(([name, part]): [string, object] => [`/${name}`, part]),
    ...anyOf.map((part): [string, object] => ['', part]),
    ...(items === undefined ? [] : [['/*', items] satisfies [string, object]]),
  ]
}

type Parts = { properties?: Record<string, object>; items?: object; anyOf?: object[] }

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(new URL('./limits.ts', import.meta.url), limitsSource())
}
