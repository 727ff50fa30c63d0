import type { PropertyDefinition } from '../../../lib/property-types.ts'
import { foldText } from '../../../lib/text.ts'
import { members, pageLookup, type pages, properties } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { WrittenProperty } from '../../document/properties.ts'
import { readReference } from '../../document/property-values.ts'
import { type PageAddress, requirePage } from '../tree.ts'
import { schemaOfPage } from './schemas.ts'
import { type PropertyError, type TypedProperty, typedProperties } from './typed.ts'

export type PageProperties = {
  version: number
  source: string | null
  properties: TypedProperty[]
  schema: PropertyDefinition[]
  /** The section of the page; null outside of sections. */
  sectionId: string | null
  errors: PropertyError[]
  /** The people that the values name. */
  people: { id: string; name: string }[]
  /** The pages that the values name, as far as the viewer can read them. */
  pages: { id: string; title: string; icon: string | null }[]
}

/** People and pages of one page that are named; others have only their ID. */
const maxNamed = 100

/** Throws PAGE_NOT_FOUND. */
export async function readPageProperties(
  context: WorkspaceContext,
  { pageId }: PageAddress,
): Promise<PageProperties> {
  const page = await requirePage(context.store, context.viewer, pageId)
  const { written, schema } = await readWritten(context, page)
  const { version, properties: source, sectionId } = page
  const named = await readNames(context, written)
  return { version, source, schema, sectionId, ...typedProperties(written, schema), ...named }
}

/** The properties of a page as they are written, with their schema. */
export async function readWritten(
  { store, content }: WorkspaceContext,
  page: pages.PageRow,
): Promise<{ written: WrittenProperty[]; schema: PropertyDefinition[] }> {
  const read = await content.readProperties(page.properties)
  // What a later release accepts is shown as none, and can be replaced.
  const written = read.ok ? read.written : []
  const tags = read.ok ? read.properties.tags : []
  return { written, schema: await schemaOfPage(store, page, tags) }
}

async function readNames(
  context: WorkspaceContext,
  written: readonly WrittenProperty[],
): Promise<Pick<PageProperties, 'people' | 'pages'>> {
  const found = written
    .flatMap((property) => (property.kind === 'nested' ? [] : property.values))
    .flatMap((value) => readReference(value) ?? [])
    .slice(0, maxNamed)
  const labels = new Map(found.map(({ id, label }) => [id, label]))
  const idsOf = (type: 'person' | 'page') => [
    ...new Set(found.filter((one) => one.type === type).map(({ id }) => id)),
  ]
  const people = idsOf('person').map(async (id) => ({
    id,
    name: (await memberName(context, id)) ?? labels.get(id) ?? '',
  }))
  const pages = idsOf('page').map(async (id) => {
    const page = await pageLookup.get(context.store, context.viewer, id)
    return page === undefined ? [] : [{ id, title: page.title, icon: page.icon }]
  })
  return { people: await Promise.all(people), pages: (await Promise.all(pages)).flat() }
}

/** Undefined for someone who is not a member, and for a viewer who cannot list members. */
export async function memberName(
  { store, viewer }: WorkspaceContext,
  userId: string,
): Promise<string | undefined> {
  if (viewer.everyoneId === '') return undefined
  const member = await members.one(store, viewer.workspaceId, userId)
  return member === undefined ? undefined : `${member.firstName} ${member.lastName}`.trim()
}

export type UsedKey = { key: string; types: properties.KeyRow['type'][]; pages: number }

/** The keys on pages that the caller can read, most used first. */
export async function listKeys(
  { store, viewer }: WorkspaceContext,
  limit: number,
): Promise<UsedKey[]> {
  const keys = new Map<string, UsedKey>()
  for (const { key, type, pages } of await properties.keys(store, viewer, limit)) {
    const known = keys.get(key) ?? { key, types: [], pages: 0 }
    keys.set(key, { key, types: [...known.types, type], pages: known.pages + pages })
  }
  return [...keys.values()]
}

/** The values of a key on pages that the caller can read, most used first. */
export function listValues(
  { store, viewer }: WorkspaceContext,
  { key, query, limit }: { key: string; query: string; limit: number },
): Promise<properties.ValueRow[]> {
  return properties.values(store, viewer, { key, start: foldText(query), limit })
}
