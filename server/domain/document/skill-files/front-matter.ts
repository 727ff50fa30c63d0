import { stringify } from 'yaml'
import { linesOf, propertiesOf, withoutOwnKey } from '../file-properties.ts'
import { splitFrontMatter } from '../front-matter.ts'
import type { PageSource } from '../page-source.ts'

/** The fields of the Agent Skills specification: https://agentskills.io/specification */
export const skillFields = [
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
] as const

/** Fields that a file must have, where its page does not set them. */
export type RequiredFields = { name: string; description: string }

type Head = { frontMatter: string; attributes: Record<string, unknown> }

/**
 * The front matter of a file: that of the file that the page was read from while its properties are unchanged,
 * otherwise its properties. Of a skill that was written in Quire, properties that the specification does not know
 * become its metadata.
 */
export function frontMatterOf(
  properties: string | null,
  source: PageSource | undefined,
  { required, isSkill }: { required: RequiredFields | undefined; isSkill: boolean },
): Head {
  const stored = source?.frontMatter ?? ''
  const isStored = stored !== '' && propertiesOf(stored).source === properties
  const written = isStored ? withoutQuire(stored) : wrapped(properties ?? '', stored)
  const attributes = attributesOf(written)
  const others = Object.keys(attributes).filter((name) => !isSkillField(name))
  if (isSkill && stored === '' && others.length > 0) {
    const known = required === undefined ? attributes : withRequired(attributes, required)
    return headOf(wrapped(yamlOf(withMetadata(known)), ''))
  }
  if (required === undefined) return { frontMatter: written, attributes }
  return withMissing(written, attributes, required)
}

export function attributesOf(frontMatter: string): Record<string, unknown> {
  const mark = frontMatter.startsWith('\ufeff') ? 1 : 0
  return { ...splitFrontMatter(frontMatter.slice(mark)).attributes }
}

function headOf(frontMatter: string): Head {
  return { frontMatter, attributes: attributesOf(frontMatter) }
}

function isSkillField(name: string): boolean {
  return skillFields.some((field) => field === name)
}

/** Lines in front of the others, which stay as they are. */
function withMissing(
  written: string,
  attributes: Head['attributes'],
  required: RequiredFields,
): Head {
  const missing = Object.entries(required).filter(([name]) => !isSet(attributes[name]))
  if (missing.length === 0) return { frontMatter: written, attributes }
  const {
    opening = '---\n',
    yaml = '',
    closing = '---\n',
    lineEnding = '\n',
  } = linesOf(written) ?? {}
  const lines = yamlOf(Object.fromEntries(missing)).replaceAll('\n', lineEnding)
  const head = headOf(opening + lines + yaml + closing)
  const isRead = missing.every(([name, value]) => head.attributes[name] === value)
  // A key without a value, or a mapping in braces.
  return isRead ? head : headOf(wrapped(yamlOf(withRequired(attributes, required)), ''))
}

function withRequired(
  attributes: Head['attributes'],
  required: RequiredFields,
): Head['attributes'] {
  const { name, description, ...others } = attributes
  return {
    name: isSet(name) ? name : required.name,
    description: isSet(description) ? description : required.description,
    ...others,
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function withMetadata(attributes: Head['attributes']): Head['attributes'] {
  const { metadata, ...fields } = attributes
  const isMapping = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  const known = skillFields.flatMap((name) => (isSet(fields[name]) ? [[name, fields[name]]] : []))
  const others = Object.entries(fields).filter(([name]) => !isSkillField(name))
  const all = { ...Object.fromEntries(others), ...(isMapping ? metadata : {}) }
  const texts = Object.entries(all).map(([name, value]) => [name, textOf(value)])
  return { ...Object.fromEntries(known), metadata: Object.fromEntries(texts) }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function yamlOf(fields: Head['attributes']): string {
  return stringify(fields, { lineWidth: 0, blockQuote: false })
}

function wrapped(properties: string, stored: string): string {
  if (properties.trim() === '') return ''
  const { opening = '---\n', closing = '---\n', lineEnding = '\n' } = linesOf(stored) ?? {}
  const ending = /(?:^|[\r\n])$/.test(properties) ? '' : lineEnding
  return opening + properties + ending + closing
}

function withoutQuire(stored: string): string {
  const lines = linesOf(stored)
  if (lines === undefined) return stored
  const yaml = withoutOwnKey(lines.yaml)
  if (yaml === lines.yaml) return stored
  return yaml.trim() === '' ? '' : lines.opening + yaml + lines.closing
}
