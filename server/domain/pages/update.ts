import type { NearLocation } from '../../../content/merge/locations.ts'
import { AppError } from '../../lib/errors.ts'
import { differingFields, givenFields, type PageFields } from '../../lib/page-fields.ts'
import {
  contents,
  history,
  pageLookup,
  type pages,
  type Reader,
  type Transaction,
} from '../../store/index.ts'
import type { Caller, WorkspaceContext } from '../context.ts'
import { type Changed, changePage, changeQueuedPage, type PageChanges } from './change.ts'
import { mergeInto, readBase } from './journal/merge.ts'
import { onPage } from './page-queue.ts'
import { type PageAddress, requirePage, versionConflict } from './tree.ts'
import { withProperties } from './wiki/given-properties.ts'

export type PageUpdate = PageAddress &
  Partial<PageFields> & {
    /** An unchecked Tiptap document. */
    content?: object
    /** The version that the change is based on: the body is merged with changes since. */
    expectedVersion?: number
    /** Properties as YAML, by key, the last ones first in precedence: others stay. */
    yaml?: readonly string[]
    /** The names that wikilinks of the body have for pages that do not exist. */
    wanted?: readonly string[]
  }

/**
 * Changes the given fields; the last writer wins. A body that is based on an older version is merged with the changes
 * since. Throws PAGE_NOT_FOUND, VALIDATION_FAILED or VERSION_CONFLICT.
 */
export async function updatePage(context: WorkspaceContext, update: PageUpdate): Promise<Updated> {
  const changes = await prepareChanges(context, update)
  const { expectedVersion, yaml = [] } = update
  if (expectedVersion !== undefined || yaml.length > 0) {
    return mergeChanges(context, update, changes, { expected: expectedVersion, yaml })
  }
  const { version } = await changePage(context, update, changes, async (_transaction, page) =>
    isEmpty(changes) ? page : undefined,
  )
  return { version, document: changes.content?.document }
}

export type PageSave = Omit<PageUpdate, 'expectedVersion'> & {
  /** The version that the change is based on. */
  version: number
  /** Merges with changes since the version, instead of failing. */
  merge?: boolean
}

/** Where others changed words beside those of the author, with the text after the merge. */
type MergedNear = { mergedNear?: NearLocation[] }

/** `merged`: the page has changes of others that the author has not seen. */
export type Saved = Changed & { merged?: boolean } & MergedNear

/** The body as it was written; undefined if it stays. */
type Body = { document?: string | undefined }
export type Updated = Pick<Saved, 'version' | 'merged' | 'mergedNear'> & Body

/**
 * Saves an edit if the page is still at its version, or merges it. Throws PAGE_NOT_FOUND, VALIDATION_FAILED or
 * VERSION_CONFLICT.
 */
export async function savePage(context: WorkspaceContext, save: PageSave): Promise<Saved> {
  const given = await prepareChanges(context, save)
  const { yaml = [] } = save
  const before =
    yaml.length === 0
      ? undefined
      : await requirePage(context.store, context.viewer, save.pageId, 'write')
  const changes = before === undefined ? given : await withYaml(context, before, given, yaml)
  if (save.merge === true) {
    const { document: _written, ...saved } = await mergeChanges(context, save, given, {
      expected: save.version,
      yaml,
    })
    return saved
  }
  return changePage(context, save, changes, async (transaction, page) => {
    // The properties were read from this version too.
    const isCurrent = page.version === save.version
    if (isCurrent && !isEmpty(changes)) return undefined
    if (!isCurrent && !(await isRepeated(transaction, context.caller, page, save.version, changes)))
      throw saveConflict(page.version, save.version)
    return answerOf(transaction, context, page)
  })
}

/** Attempts to repeat a merge because another node changed the page. */
const maxAttempts = 20

/** Changes a page that others may have changed since the version that the author read. */
async function mergeChanges(
  context: WorkspaceContext,
  address: PageAddress,
  given: PageChanges,
  { expected: version, yaml = [] }: { expected: number | undefined; yaml?: readonly string[] },
): Promise<Saved & Body> {
  return onPage(context.store, address, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const page = await requirePage(context.store, context.viewer, address.pageId, 'write')
      const expected = version ?? page.version
      const changes = await withYaml(context, page, given, yaml)
      if (isEmpty(changes)) {
        if (page.version !== expected) throw versionConflict(page.version, expected)
        return answerOf(context.store, context, page)
      }
      const merged = page.version !== expected
      const prepared: PageChanges & MergedNear = merged
        ? await rebased(context, address, changes, { page, expected })
        : changes
      const { mergedNear, ...toMake } = prepared
      const changed = await changeQueuedPage(context, address, toMake, async (_transaction, now) =>
        now.version === page.version ? undefined : 'outdated',
      )
      if (changed !== 'outdated') {
        const document = toMake.content?.document
        return { ...changed, merged, ...(mergedNear && { mergedNear }), document }
      }
      if (attempt === maxAttempts) throw versionConflict(page.version, expected)
    }
  })
}

async function withYaml(
  context: WorkspaceContext,
  page: pages.PageRow,
  changes: PageChanges,
  given: readonly string[],
): Promise<PageChanges> {
  let properties = page.properties
  for (const yaml of given) {
    properties = await withProperties(context, properties, { yaml, path: '/properties' })
  }
  return properties === page.properties ? changes : { ...changes, properties }
}

/** The changes with a body that has what others changed since. A field that they changed too is a conflict. */
async function rebased(
  context: WorkspaceContext,
  address: PageAddress,
  changes: PageChanges,
  { page, expected }: { page: pages.PageRow; expected: number },
): Promise<PageChanges & MergedNear> {
  const base = await readBase(context, address, expected)
  if (base === undefined) throw versionConflict(page.version, expected)
  const { content, ...fields } = changes
  const theirs = base.since.map(({ notes }): unknown => (notes === null ? {} : JSON.parse(notes)))
  const isDisputed = Object.keys(fields).some((name) =>
    theirs.some((one) => changesField(one, name)),
  )
  if (isDisputed) throw versionConflict(page.version, expected)
  if (content === undefined) return changes
  const { content: merged, near } = await mergeInto(context, address, base, content.document)
  return { ...fields, content: merged, ...(near.length > 0 && { mergedNear: near }) }
}

function changesField(notes: unknown, name: string): boolean {
  if (typeof notes !== 'object' || notes === null || !('fields' in notes)) return false
  const { fields } = notes
  return typeof fields === 'object' && fields !== null && Object.hasOwn(fields, name)
}

async function answerOf(
  reader: Reader,
  { viewer }: WorkspaceContext,
  { id, version }: pages.PageRow,
): Promise<Changed> {
  const now = await pageLookup.get(reader, viewer, id)
  return { version, updatedAt: now?.updatedAt ?? 0 }
}

async function prepareChanges(
  context: WorkspaceContext,
  { content, wanted, ...update }: PageUpdate,
): Promise<PageChanges> {
  const fields = givenFields(update)
  if (content === undefined) return fields
  return { ...fields, content: await context.content.fromDocument(content, '/content'), wanted }
}

function isEmpty(changes: PageChanges): boolean {
  return Object.keys(changes).length === 0
}

/**
 * Whether this save already succeeded and only its answer was lost: the next version has the same author and
 * content.
 */
async function isRepeated(
  transaction: Transaction,
  { userId }: Caller,
  page: pages.PageRow,
  version: number,
  { content, ...changes }: PageChanges,
): Promise<boolean> {
  if (page.version !== version + 1) return false
  if (differingFields(page, { ...page, ...givenFields(changes) }).length > 0) return false
  const { workspaceId, id } = page
  const newest = await history.newest(transaction, { workspaceId, pageId: id })
  if (newest?.createdBy !== userId) return false
  if (content === undefined) return !isEmpty(changes)
  return (await contents.get(transaction, workspaceId, id))?.document === content.document
}

function saveConflict(now: number, expected: number): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    `The page is at version ${now}, not ${expected}. Nothing was saved. Read the page again and merge your changes.`,
  )
}
