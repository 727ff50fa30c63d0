import { clock } from '../../../lib/clock.ts'
import { AppError, invalidInput } from '../../../lib/errors.ts'
import { storedJson } from '../../../lib/json/stored-json.ts'
import { type PropertyDefinition, propertyTypes } from '../../../lib/property-types.ts'
import { foldText } from '../../../lib/text.ts'
import { members, propertySchemas, type Reader } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireLevel } from '../../rights/levels.ts'
import { canManage } from '../../rights/sections.ts'
import { requirePage } from '../tree.ts'

/** The schema of a section, of a tag, or with neither, of the pages outside of sections. */
export type SchemaSubject = { workspaceId: string; pageId?: string | null; tag?: string }

const readDefinitions = storedJson('property_schemas.definitions', isDefinitions)

/** Throws PAGE_NOT_FOUND or VALIDATION_FAILED. */
export async function getSchema(
  context: WorkspaceContext,
  subject: SchemaSubject,
): Promise<PropertyDefinition[]> {
  const { store, viewer } = context
  if (typeof subject.pageId === 'string') await requirePage(store, viewer, subject.pageId)
  const row = await propertySchemas.get(store, addressOf(subject))
  return row === undefined ? [] : definitionsOf(row)
}

/**
 * Replaces a schema; without definitions, removes it. Those who manage the section can, or the owners and admins of
 * the workspace. Throws PAGE_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED.
 */
export async function setSchema(
  context: WorkspaceContext,
  subject: SchemaSubject,
  definitions: readonly PropertyDefinition[],
): Promise<void> {
  const { store, caller } = context
  const address = addressOf(subject)
  checkDefinitions(definitions)
  const { workspaceId } = subject
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requireManaged(transaction, context, subject)
    if (definitions.length === 0) return propertySchemas.remove(transaction, address)
    const row = { ...address, definitions: JSON.stringify(definitions) }
    const stamp = { updatedAt: clock.now(), updatedBy: caller.userId }
    return propertySchemas.put(transaction, { ...row, ...stamp })
  })
}

/** The definitions for a page: of its section, then of its tags. The first of a key counts. */
export async function schemaOfPage(
  reader: Reader,
  { workspaceId, sectionId }: { workspaceId: string; sectionId: string | null },
  tags: readonly string[],
): Promise<PropertyDefinition[]> {
  const subject = sectionId ?? workspaceId
  const folded = [...new Set(tags.map(foldText))]
  const [own, ofTags] = await Promise.all([
    propertySchemas.get(reader, { workspaceId, kind: 'section', subject }),
    propertySchemas.ofTags(reader, workspaceId, folded),
  ])
  const rows = own === undefined ? ofTags : [own, ...ofTags]
  const byKey = new Map<string, PropertyDefinition>()
  for (const definition of rows.flatMap(definitionsOf)) {
    if (!byKey.has(definition.key)) byKey.set(definition.key, definition)
  }
  return [...byKey.values()]
}

function addressOf({ workspaceId, pageId, tag }: SchemaSubject): propertySchemas.SchemaAddress {
  if (tag === undefined) return { workspaceId, kind: 'section', subject: pageId ?? workspaceId }
  if (typeof pageId === 'string') {
    const message = 'cannot be combined with pageId'
    throw invalidInput([{ path: '/tag', rule: 'schema', message }])
  }
  const subject = foldText(tag.trim().replace(/^#/, '').trim())
  if (subject === '') {
    throw invalidInput([{ path: '/tag', rule: 'schema', message: 'must contain a tag' }])
  }
  return { workspaceId, kind: 'tag', subject }
}

function definitionsOf({ definitions, kind, subject }: propertySchemas.SchemaRow) {
  return readDefinitions(definitions, `${kind} ${subject}`)
}

async function requireManaged(
  reader: Reader,
  { viewer, caller }: WorkspaceContext,
  { workspaceId, pageId }: SchemaSubject,
): Promise<void> {
  if (typeof pageId !== 'string') {
    const role = await members.role(reader, workspaceId, caller.userId)
    if (role === 'OWNER' || role === 'ADMIN') return
    const message = 'Only owners and admins can change this schema. Ask one of them.'
    throw new AppError('FORBIDDEN', message)
  }
  const page = await requirePage(reader, viewer, pageId)
  if (!canManage(viewer, page)) {
    requireLevel(page.level, 'manage', 'Ask someone who manages this page.')
  }
  if (page.sectionId === pageId) return
  const message = 'must be a page with permissions of its own'
  throw invalidInput([{ path: '/pageId', rule: 'schema', message }])
}

function checkDefinitions(definitions: readonly PropertyDefinition[]): void {
  const keys = new Set<string>()
  for (const [index, { key, type, options = [] }] of definitions.entries()) {
    const path = `/definitions/${index}`
    if (keys.has(key)) {
      throw invalidInput([{ path: `${path}/key`, rule: 'schema', message: 'is used twice' }])
    }
    keys.add(key)
    const hasOptions = type === 'select' || type === 'multi-select'
    const names = options.map(({ name }) => name)
    if (!hasOptions && names.length > 0) {
      const message = 'are only for select and multi-select'
      throw invalidInput([{ path: `${path}/options`, rule: 'schema', message }])
    }
    if (new Set(names).size !== names.length) {
      const message = 'must have different names'
      throw invalidInput([{ path: `${path}/options`, rule: 'schema', message }])
    }
  }
}

function isDefinitions(value: unknown): value is PropertyDefinition[] {
  return Array.isArray(value) && value.every(isDefinition)
}

function isDefinition(value: unknown): value is PropertyDefinition {
  if (typeof value !== 'object' || value === null) return false
  if (!('key' in value) || !('type' in value)) return false
  return typeof value.key === 'string' && propertyTypes.some((type) => type === value.type)
}
