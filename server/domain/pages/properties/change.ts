import { type AppError, invalidInput } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import type { PropertyDefinition, PropertyType } from '../../../lib/property-types.ts'
import { pageLookup, type pages } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { EditedProperties, PropertyEdit, YamlValue } from '../../document/edit-properties.ts'
import type { WrittenProperty } from '../../document/properties.ts'
import {
  type Reference,
  type Scalar,
  typeOfAll,
  writeReference,
} from '../../document/property-values.ts'
import { changeQueuedPage } from '../change.ts'
import { mergeConflict, namedConflicts } from '../journal/merge.ts'
import { propertiesAt, propertiesSince } from '../journal/properties.ts'
import { onPage } from '../page-queue.ts'
import { type PageAddress, requirePage, versionConflict } from '../tree.ts'
import { memberName, readWritten } from './read.ts'
import { fits, neededFor } from './typed.ts'

/** A value with the type that it must have; without one the schema decides, or the value. */
export type GivenValue = YamlValue | { type: PropertyType; value: YamlValue }

export type PropertiesChange = PageAddress & {
  set?: Readonly<Record<string, GivenValue>>
  remove?: readonly string[]
  /** New keys by the old ones. */
  rename?: Readonly<Record<string, string>>
  move?: { key: string; after: string | null }
  /** Replaces all properties. */
  source?: string | null
  /** The version that the change is based on: other keys that others changed since stay. */
  expectedVersion?: number
}

/** Attempts to repeat a change because others changed the properties meanwhile. */
const maxAttempts = 20

/**
 * Changes the properties of a page by key: other lines of the YAML stay. Throws PAGE_NOT_FOUND, FORBIDDEN,
 * VALIDATION_FAILED or VERSION_CONFLICT.
 */
export async function changeProperties(
  context: WorkspaceContext,
  change: PropertiesChange,
): Promise<{ version: number }> {
  const { store, viewer } = context
  const { workspaceId, pageId } = change
  const address = { workspaceId, pageId }
  return onPage(store, address, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const page = await requirePage(store, viewer, pageId, 'write')
      const source = await nextSource(context, page, change)
      if (source === page.properties) return { version: page.version }
      const decide = async (_transaction: unknown, now: pages.PageRow) =>
        now.properties === page.properties ? undefined : ('outdated' as const)
      const changed = await changeQueuedPage(context, address, { properties: source }, decide)
      if (changed !== 'outdated') return { version: changed.version }
      if (attempt === maxAttempts) throw versionConflict(page.version + 1, page.version)
    }
  })
}

async function nextSource(
  context: WorkspaceContext,
  page: pages.PageRow,
  change: PropertiesChange,
): Promise<string | null> {
  const { content } = context
  const { source, expectedVersion } = change
  const base =
    expectedVersion === undefined
      ? page.properties
      : await propertiesAt(context, page, expectedVersion)
  const mine =
    source === undefined
      ? accepted(
          await content.editProperties({ source: base, edit: await editOf(context, page, change) }),
          '/set',
        )
      : source
  const merged = await content.mergeProperties({ base, mine, theirs: page.properties })
  if (!merged.ok && 'disputed' in merged) {
    throw await keysConflict(context, page, {
      base,
      mine,
      version: expectedVersion ?? page.version,
    })
  }
  return accepted(merged, '/source')
}

/** The 409 with each key that both changed, and who changed it last. */
async function keysConflict(
  context: WorkspaceContext,
  page: pages.PageRow,
  { base, mine, version }: { base: string | null; mine: string | null; version: number },
): Promise<AppError> {
  const since = await propertiesSince(context, page, { version, properties: base })
  const theirs = page.properties
  const merge = { base, mine, theirs, since: since.properties }
  const merged = await context.content.mergeProperties(merge)
  const disputed = !merged.ok && 'disputed' in merged ? merged.disputed : []
  const found = disputed.map(({ key, mine: yours, ...property }) => ({
    block: 0,
    headings: [],
    kind: 'property' as const,
    name: key,
    yours,
    ...property,
  }))
  return mergeConflict(page.version, await namedConflicts(context, found, since.rows))
}

function accepted(edited: EditedProperties, path: string): string | null {
  if (edited.ok) return edited.source
  const message = `The YAML of the properties ${edited.reason}.`
  throw invalidInput([{ path, rule: 'properties', message }])
}

async function editOf(
  context: WorkspaceContext,
  page: pages.PageRow,
  { set = {}, remove = [], rename = {}, move }: PropertiesChange,
): Promise<PropertyEdit> {
  const { written, schema } = await readWritten(context, page)
  const types = new Map<string, PropertyType>(written.flatMap(referenceType))
  for (const { key, type } of schema) types.set(key, type)
  const values: [string, YamlValue][] = []
  for (const [key, given] of Object.entries(set)) {
    values.push([key, await yamlValue(context, key, given, types.get(key))])
  }
  return {
    set: values,
    remove,
    rename: Object.entries(rename),
    ...(move === undefined ? {} : { move }),
  }
}

/** The type of a key whose values are people or pages. */
function referenceType(property: WrittenProperty): [string, PropertyType][] {
  if (property.kind === 'nested') return []
  const type = typeOfAll(property.values, property.isList)
  return type === 'person' || type === 'page' ? [[property.key, type]] : []
}

async function yamlValue(
  context: WorkspaceContext,
  key: string,
  given: GivenValue,
  known: PropertyDefinition['type'] | undefined,
): Promise<YamlValue> {
  const isTyped = typeof given === 'object' && given !== null && !Array.isArray(given)
  const value = isTyped ? given.value : given
  const type = isTyped ? given.type : known
  if (value === null || type === undefined) return value
  const written = await Promise.all(
    [value].flat().map(async (one) => {
      const found = await writtenValue(context, type, one)
      if (found === undefined || (isTyped && !fits(type, found))) throw wrongType(key, type)
      return found
    }),
  )
  const isMany = type === 'multi-select' || type === 'person' || type === 'page'
  if (isTyped && Array.isArray(value) && !isMany) throw wrongType(key, type)
  const [first = null] = written
  return Array.isArray(value) || type === 'multi-select' ? written : first
}

/** A person or page by ID is written with its name. Undefined if there is none. */
async function writtenValue(
  context: WorkspaceContext,
  type: PropertyType,
  value: Scalar,
): Promise<Scalar | undefined> {
  if (type !== 'person' && type !== 'page') return value
  if (typeof value !== 'string' || !isId(value)) return value
  const id = value.toLowerCase()
  const label =
    type === 'person'
      ? await memberName(context, id)
      : (await pageLookup.get(context.store, context.viewer, id))?.title
  return label === undefined ? undefined : writeReference({ type, id, label } satisfies Reference)
}

function wrongType(key: string, type: PropertyType) {
  return invalidInput([
    { path: `/set/${key}`, rule: 'properties', message: `must be ${neededFor(type)}` },
  ])
}
