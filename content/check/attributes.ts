import type { AttributeSpec, MarkType, NodeType } from 'prosemirror-model'
import { cleanText } from '../clean-text.ts'
import type { Attributes, AttributeValue } from '../node.ts'
import { schema } from '../schema.ts'
import {
  alignments,
  anchorName,
  calloutKinds,
  footnoteLabel,
  isCalendarDate,
  uuid,
} from '../vocabulary.ts'
import { count, isRecord, refuse } from './state.ts'
import type { CheckState } from './state.ts'

type Rule = { readonly accepts: (value: unknown) => boolean; readonly says: string }

function integer(from: number, to: number): Rule {
  return {
    accepts: (value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
    says: `a whole number from ${from} to ${to}`,
  }
}

const identifier: Rule = {
  accepts: (value) => typeof value === 'string' && uuid.test(value),
  says: 'a UUID',
}

const label: Rule = {
  accepts: (value) => typeof value === 'string' && footnoteLabel.test(value),
  says: '1 to 200 characters without white space, brackets, backslashes, backticks or pipes',
}

const anchor: Rule = {
  accepts: (value) => typeof value === 'string' && anchorName.test(value),
  says: '1 to 200 letters, digits, or any of "_", ".", ":" and "-"',
}

/** Rules beyond the type. The key is the node or mark, a dot, and the attribute. */
const rules: Readonly<Record<string, Rule>> = {
  'heading.level': integer(1, 6),
  'orderedList.start': integer(0, 999_999_999),
  'tableCell.colspan': integer(1, 1000),
  'tableCell.rowspan': integer(1, 1000),
  'tableHeader.colspan': integer(1, 1000),
  'tableHeader.rowspan': integer(1, 1000),
  'file.fileId': identifier,
  'pageMention.pageId': identifier,
  'footnoteReference.label': label,
  'footnoteDefinition.label': label,
  'pageEmbed.pageId': identifier,
  'pageEmbed.anchor': {
    accepts: (value) => value === null || anchor.accepts(value),
    says: `null or ${anchor.says}`,
  },
  'anchor.id': anchor,
  'date.date': {
    accepts: (value) => typeof value === 'string' && isCalendarDate(value),
    says: 'a day as YYYY-MM-DD',
  },
  'image.align': {
    accepts: (value) => value === null || alignments.some((align) => align === value),
    says: `null or one of ${alignments.join(', ')}`,
  },
  'callout.kind': {
    accepts: (value) => calloutKinds.some((kind) => kind === value),
    says: `one of ${calloutKinds.join(', ')}`,
  },
}

const widths: Rule = {
  accepts: (value) => value === null || isNumbers(value),
  says: 'null or a list of numbers',
}

function isNumbers(value: unknown): value is number[] {
  return (
    Array.isArray(value) && value.length <= 1000 && value.every((entry) => Number.isFinite(entry))
  )
}

function ruleFor(owner: string, name: string, spec: AttributeSpec): Rule {
  const rule = rules[`${owner}.${name}`]
  if (rule) return rule
  if (typeof spec.validate !== 'string') return widths
  const types = spec.validate.split('|')
  return {
    accepts: (value) => types.includes(value === null ? 'null' : typeof value),
    says: types.join(' or '),
  }
}

/** Attributes that a stored document leaves out at their default, as the Markdown reader does. */
const optional: Readonly<Record<string, readonly string[]>> = {
  tableCell: ['colspan', 'rowspan', 'colwidth', 'align'],
  tableHeader: ['colspan', 'rowspan', 'colwidth', 'align'],
  orderedList: ['type'],
  listItem: ['checked'],
  codeBlock: ['meta'],
  image: ['alt', 'title', 'width', 'height', 'align', 'linkHref', 'linkTitle'],
  emptyLink: ['title'],
  file: ['embed'],
  link: ['target', 'rel', 'class', 'title', 'depth'],
  italic: ['depth'],
  bold: ['depth'],
  strike: ['depth'],
  underline: ['depth'],
  highlight: ['depth'],
}

type Attribute = {
  readonly name: string
  readonly rule: Rule
  readonly required: boolean
  /** The value at which a stored document leaves it out; undefined if it never does. */
  readonly omitted: unknown
}

function attributesOf(type: NodeType | MarkType): readonly Attribute[] {
  return Object.entries(type.spec.attrs ?? {}).map(([name, spec]) => ({
    name,
    rule: ruleFor(type.name, name, spec),
    required: !('default' in spec),
    omitted: optional[type.name]?.includes(name) === true ? spec.default : undefined,
  }))
}

const known: ReadonlyMap<string, readonly Attribute[]> = new Map(
  [...Object.values(schema.nodes), ...Object.values(schema.marks)].map((type) => [
    type.name,
    attributesOf(type),
  ]),
)

/** The attributes that a stored document has, of those of a node or mark in the editor. */
export function storedAttributes(
  owner: string,
  attrs: Readonly<Record<string, AttributeValue>>,
): Attributes {
  const stored: Record<string, AttributeValue> = {}
  for (const { name, omitted } of known.get(owner) ?? []) {
    const value = attrs[name]
    if (value !== undefined && value !== omitted) stored[name] = value
  }
  return stored
}

/** Characters of JSON of the stored attributes of a node or mark, estimated. */
export function attributesSize(
  owner: string,
  attrs: Readonly<Record<string, unknown>> | undefined,
): number {
  if (attrs === undefined) return 0
  let size = 0
  for (const { name, omitted } of known.get(owner) ?? []) {
    const value = attrs[name]
    if (value !== undefined && value !== omitted) size += sizeOf(name, value)
  }
  return size
}

function sizeOf(name: string, value: unknown): number {
  return name.length + 8 + String(value).length
}

/** The known attributes of a node or mark, as they are stored; undefined if one of them is invalid. */
export function checkAttributes(
  state: CheckState,
  owner: string,
  value: unknown,
  path: string,
): Attributes | undefined {
  if (value !== undefined && value !== null && !isRecord(value)) {
    return refuse(state, path, `"attrs" must be an object; leave it out if there are none.`)
  }
  const given: Record<string, unknown> = value ?? {}
  const result: Record<string, AttributeValue> = {}
  for (const { name, rule, required, omitted } of known.get(owner) ?? []) {
    if (!Object.hasOwn(given, name)) {
      if (!required) continue
      return refuse(state, `${path}/${name}`, `"${owner}" needs "${name}": ${rule.says}.`)
    }
    const attribute = attributeValue(given[name])
    if (attribute === undefined || !rule.accepts(attribute)) {
      return refuse(state, `${path}/${name}`, `"${name}" of "${owner}" must be ${rule.says}.`)
    }
    if (attribute === omitted) continue
    if (!count(state, path, 0, sizeOf(name, attribute))) return undefined
    result[name] = attribute
  }
  return result
}

function attributeValue(value: unknown): AttributeValue | undefined {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean' || value === null) return value
  return isNumbers(value) ? [...value] : undefined
}
