import { invalidInput } from '../../../lib/errors.ts'
import { loadOnce } from '../../../lib/load-later.ts'
import type { Context } from '../../context.ts'
import type { YamlValue } from '../../document/edit-properties.ts'
import type { WrittenProperty } from '../../document/properties.ts'

/** Reads YAML with a library that the start of the server does without. */
const loadFrontMatter = loadOnce(() => import('../../document/front-matter.ts'))

type Engine = Pick<Context, 'content'>

/**
 * YAML with the keys of other YAML: its other lines stay. `path` names the field in errors. Throws VALIDATION_FAILED.
 */
export async function withProperties(
  { content }: Engine,
  source: string | null,
  { yaml, path }: { yaml: string; path: string },
): Promise<string | null> {
  const lines = await linesOf(yaml)
  const read = await content.readProperties(lines)
  if (!read.ok) throw refuse(path, read.reason)
  const { written } = read
  if (source === null) return lines.trim() === '' ? null : lines
  if (written.some(({ kind }) => kind === 'nested'))
    throw refuse(path, 'cannot be merged with nested values')
  const set = written.map((property) => [property.key, valueOf(property)] as const)
  const edited = await content.editProperties({ source, edit: { set } })
  if (edited.ok) return edited.source
  throw refuse(path, edited.reason)
}

function valueOf(property: WrittenProperty): YamlValue {
  if (property.kind === 'nested') return null
  const [first = null] = property.values
  return property.isList ? property.values : first
}

/** Longer JSON stays as it is written. */
const maxJsonLength = 1000

/** YAML as lines, also of JSON and between the marks of front matter. */
async function linesOf(yaml: string): Promise<string> {
  const text = `${yaml.trim().replace(/^---[ \t]*\r?\n|\r?\n---$/g, '')}\n`
  if (!text.startsWith('{') || text.length > maxJsonLength) return text
  const { splitFrontMatter, writeFrontMatter } = await loadFrontMatter()
  const { attributes, isBroken } = splitFrontMatter(`---\n${text}---\n`)
  return isBroken ? text : writeFrontMatter(attributes).slice(4, -4)
}

function refuse(path: string, reason: string) {
  return invalidInput([{ path, rule: 'properties', message: `must be YAML: it ${reason}` }])
}
