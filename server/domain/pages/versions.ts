import type { ComparedLine } from '../../../content/compare-lines.ts'
import type { PageDocument } from '../../../content/document.ts'
import { AppError } from '../../lib/errors.ts'
import { parseSmall } from '../../lib/json/raw-json.ts'
import {
  differingStoredFields,
  pickStoredFields,
  type StoredFieldName,
} from '../../lib/page-fields.ts'
import { inTurn } from '../../lib/workers/large-documents.ts'
import { history, type pages, users } from '../../store/index.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { readVersionDocument } from '../document/stored-body.ts'
import { changePage } from './change.ts'
import { authorsOf, unpack } from './history.ts'
import { checkpoint } from './journal/checkpoint.ts'
import { type PageAddress, requirePage } from './tree.ts'

export type VersionAddress = PageAddress & { version: number }

export type VersionItem = history.VersionItem & {
  /** Everyone who wrote it, the last one last. */
  people: users.PersonName[]
}

export type Version = VersionItem & { properties: string | null; document: string }

const emptyDocument = '{"type":"doc","content":[{"type":"paragraph"}]}'

/** The versions of a page, newest first, including a current one that was not recorded. Throws PAGE_NOT_FOUND. */
export async function listVersions(
  context: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
  part: { limit: number; offset: number },
): Promise<VersionItem[]> {
  const { store } = context
  const { version } = await requireStored(context, { workspaceId, pageId })
  const rows = await history.list(store, { workspaceId, pageId }, part)
  const isRecorded = (rows[0]?.version ?? 0) >= version
  if (isRecorded || part.offset > 0) return withPeople(context, rows)
  const present = await history.present(store, { workspaceId, pageId })
  return withPeople(context, present === undefined ? rows : [present, ...rows])
}

/** A page whose typing is stored first, so that it is in the history. */
export async function requireStored(
  context: WorkspaceContext,
  address: PageAddress,
): Promise<pages.ReadablePage> {
  const page = await requirePage(context.store, context.viewer, address.pageId)
  if (page.contentVersion !== null) await checkpoint(context, address)
  return page
}

async function withPeople<Row extends history.VersionItem>(
  { store }: WorkspaceContext,
  rows: readonly Row[],
): Promise<(Row & { people: users.PersonName[] })[]> {
  const others = rows.flatMap((row) => (row.authors === null ? [] : authorsOf(row)))
  const named = await users.names(store, [...new Set(others)])
  const known = new Map(named.map((person) => [person.id, person]))
  return rows.map((row) => {
    const { createdBy: id, firstName, lastName } = row
    known.set(id, { id, firstName, lastName })
    return { ...row, people: authorsOf(row).flatMap((author) => known.get(author) ?? []) }
  })
}

/** A version, or the one that it was coalesced into. Throws PAGE_NOT_FOUND or VERSION_NOT_FOUND. */
export async function getVersion(
  context: WorkspaceContext,
  { workspaceId, pageId, version }: VersionAddress,
): Promise<Version> {
  const { store } = context
  const page = await requireStored(context, { workspaceId, pageId })
  const address = { workspaceId, pageId }
  const stored = await history.read(store, address, version)
  const found =
    stored ?? (version === page.version ? await history.present(store, address) : undefined)
  if (found === undefined) throw noVersion(version)
  const { packed, present, ...row } = found
  const [rest = { ...row, people: [] }] = await withPeople(context, [row])
  return { ...rest, document: packed === null ? (present ?? emptyDocument) : unpack(packed) }
}

export function markdownOf(
  { content }: Context,
  { pageId }: PageAddress,
  { version, document }: Version,
): Promise<string> {
  return content.toMarkdown({ id: pageId, version }, () => Promise.resolve(document))
}

/** The body of a version. */
export function documentOf({ pageId }: PageAddress, { version, document }: Version): PageDocument {
  return readVersionDocument(document, `version ${version} of ${pageId}`)
}

export type Comparison = {
  lines: ComparedLine[]
  changes: { field: StoredFieldName; from: string | null; to: string | null }[]
}

/** The lines of both bodies, and the fields that differ. Throws PAGE_NOT_FOUND or VERSION_NOT_FOUND. */
export async function compareVersions(
  context: WorkspaceContext,
  { from, to, ...page }: PageAddress & { from: number; to: number },
): Promise<Comparison> {
  const [before, after] = await Promise.all([
    getVersion(context, { ...page, version: from }),
    getVersion(context, { ...page, version: to }),
  ])
  const [old, now] = await Promise.all([
    markdownOf(context, page, before),
    markdownOf(context, page, after),
  ])
  const changes = differingStoredFields(before, after).map((field) => ({
    field,
    from: before[field],
    to: after[field],
  }))
  const lines = await inTurn(context.caller.userId, old.length + now.length, () =>
    context.content.compare(old, now),
  )
  return { lines, changes }
}

/** `document`: what the page contains now. */
export type RestoredVersion = { version: number; document: string }

/**
 * Restores a version as a new version. Throws PAGE_NOT_FOUND or VERSION_NOT_FOUND, and VERSION_CONFLICT if the page is
 * not at `expectedVersion`.
 */
export async function restoreVersion(
  context: WorkspaceContext,
  { expectedVersion, ...address }: VersionAddress & { expectedVersion?: number | undefined },
): Promise<RestoredVersion> {
  const restored = await getVersion(context, address)
  const content = await context.content.fromDocument(
    parseSmall(restored.document, () => documentOf(address, restored)),
    '/version',
  )
  const changes = { ...pickStoredFields(restored), content, standsAlone: true }
  const stored = await changePage(context, address, changes, async (_transaction, page) =>
    conflictOf(page, expectedVersion),
  )
  if (stored instanceof AppError) throw stored
  return { version: stored.version, document: content.document }
}

function conflictOf(
  { version }: Pick<pages.PageRow, 'version'>,
  expected: number | undefined,
): AppError | undefined {
  if (expected === undefined || version === expected) return undefined
  return new AppError(
    'VERSION_CONFLICT',
    `The page is at version ${version}, not ${expected}. Nothing was restored. Read the page again.`,
  )
}

function noVersion(version: number): AppError {
  return new AppError('VERSION_NOT_FOUND', `The page has no version ${version}. List its versions.`)
}
