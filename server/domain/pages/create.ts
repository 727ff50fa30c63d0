import type { Addresses } from '../../../content/urls.ts'
import { allSettledOrThrow } from '../../lib/all-settled.ts'
import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import {
  defaultStoredFields,
  type PageFields,
  pickStoredFields,
  type StoredFields,
} from '../../lib/page-fields.ts'
import type { Ownership, PageType } from '../../lib/vocabulary.ts'
import type { PageEntry } from '../../search/index/page-entry.ts'
import {
  contents,
  pages,
  pageTags,
  properties,
  sources,
  type Transaction,
} from '../../store/index.ts'
import { requirePageQuota } from '../administration/quotas.ts'
import type { WorkspaceContext } from '../context.ts'
import { addPageLinks, anchorsText, propertyTags } from '../document/page-links.ts'
import type { PropertyValue } from '../document/properties.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { wantPages } from '../document/wanted-links.ts'
import { fromWiki } from '../document/wiki-text.ts'
import { emit } from '../events/events.ts'
import { addedMentions } from '../inbox/mentions.ts'
import { notifyMentioned } from '../inbox/notify.ts'
import { makePrivate } from '../rights/private-pages.ts'
import { attach } from './attachments.ts'
import type { ProposedBy } from './change.ts'
import { recordFirstVersion } from './history.ts'
import { notifyAssigned, peopleIn } from './properties/assigned.ts'
import { isDrafted, recordPage } from './proposed.ts'
import { logEntry } from './search-entries.ts'
import { parentKey, locationUnder } from './tree.ts'

export type NewPage = Pick<PageFields, 'title'> &
  Partial<PageFields> & {
    workspaceId: string
    parentId: string | null
    ownership: Ownership
    /** Defaults to TEXT. */
    type?: PageType
    markdown: string
    /** Those of wikilinks, which are read only with them. */
    addresses?: Addresses | undefined
    /** YAML that was checked, and its values. */
    properties?: string | null
    propertyValues?: readonly PropertyValue[]
    /** IDs of files in the workspace. */
    attachments?: readonly string[]
  }

/** Returns the ID of the new page. Throws PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or VALIDATION_FAILED. */
export async function createPage(context: WorkspaceContext, page: NewPage): Promise<string> {
  const prepared = await preparePage(context, page)
  await context.store.transactIn({ workspaceId: page.workspaceId }, (transaction) =>
    addPage(transaction, context, prepared),
  )
  return prepared.id
}

/**
 * Creates a page at the top level that nobody else ever sees. Returns its ID. Throws FORBIDDEN, QUOTA_EXCEEDED or
 * VALIDATION_FAILED.
 */
export async function createPrivatePage(
  context: WorkspaceContext,
  page: Omit<NewPage, 'parentId'>,
): Promise<string> {
  const { workspaceId } = page
  const prepared = await preparePage(context, { ...page, parentId: null })
  await context.store.transactAlone({ workspaceId }, async (transaction) => {
    await addPage(transaction, context, { ...prepared, isSection: true })
    await makePrivate(transaction, context.caller, prepared)
  })
  return prepared.id
}

/** A new page, with what takes time done before the transaction. Throws QUOTA_EXCEEDED or VALIDATION_FAILED. */
export async function preparePage(
  context: WorkspaceContext,
  { markdown, type, addresses, attachments = [], ...page }: NewPage,
  id = newId(),
): Promise<PreparedPage> {
  await requirePageQuota(context, page.workspaceId)
  const content =
    addresses === undefined
      ? await context.content.fromMarkdown(markdown, '/markdown', type)
      : await fromWiki(context.content, { markdown, addresses, type }, '/markdown')
  const entry = context.content.entryOf(page.title, content)
  return { ...defaultStoredFields, ...page, id, content, entry, attachments }
}

/** A page with its content and search entry, ready to be stored. */
export type PreparedPage = StoredFields & {
  workspaceId: string
  id: string
  parentId: string | null
  ownership: Ownership
  content: PreparedContent
  /** The search entry of the content. */
  entry: PageEntry
  attachments: readonly string[]
  /** Those of `properties`. */
  propertyValues?: readonly PropertyValue[]
  /** The Markdown file that the page is made of, packed. */
  source?: Uint8Array
  /** Who proposed a page that the caller accepts. */
  proposedBy?: ProposedBy
  /** The page becomes a section in the same transaction. */
  isSection?: boolean
  /** The number of its first version, if the caller adds earlier ones. */
  firstVersion?: number
}

/** Adds a page as the last child of its parent, in the transaction of the caller. Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function addPage(
  transaction: Transaction,
  context: WorkspaceContext,
  page: PreparedPage,
): Promise<void> {
  const { caller, viewer, draft } = context
  const { workspaceId, id, parentId, title, ownership, content, firstVersion = 1 } = page
  const address = { workspaceId, pageId: id }
  if (draft !== undefined) {
    if (parentId === null || !isDrafted(draft, parentId)) {
      await locationUnder(transaction, viewer, parentId)
    }
    return recordPage(draft, page)
  }
  const { position, sectionId } = await locationUnder(transaction, viewer, parentId)
  const createdAt = clock.now()
  const inserted = pages.insert(transaction, {
    workspaceId,
    id,
    parentId: parentKey(workspaceId, parentId),
    position,
    ...pickStoredFields(page),
    ownership,
    type: content.type,
    version: firstVersion,
    createdAt,
    createdBy: caller.userId,
    sectionId: page.isSection === true ? id : sectionId,
  })
  const body = { ...content, anchors: anchorsText(content.links.anchors) }
  const stored = contents.put(transaction, address, body, {
    version: firstVersion,
    attribution: null,
  })
  const linked = addPageLinks(transaction, address, content.links)
  const searchable = logEntry(transaction, address, page.entry)
  const event = { type: 'page.created', pageId: id, title, parentId } as const
  const emitted = emit(transaction, workspaceId, caller, event, { [content.type]: 1 })
  const recorded = recordFirstVersion(
    transaction,
    context.caller,
    { ...page, version: firstVersion, createdAt },
    page.proposedBy,
  )
  await allSettledOrThrow(inserted, stored, linked, searchable, recorded, emitted)
  const { propertyValues = [], source } = page
  if (source !== undefined) await sources.put(transaction, address, source)
  await wantPages(transaction, caller, address, content.wanted)
  if (propertyValues.length > 0) {
    await properties.put(transaction, address, propertyValues)
    await pageTags.add(transaction, address, 'property', propertyTags(propertyValues))
    await notifyAssigned(transaction, address, caller, peopleIn(propertyValues))
  }
  const userIds = addedMentions(content.document, '')
  await notifyMentioned(transaction, caller, address, userIds)
  for (const fileId of page.attachments) {
    await attach(transaction, context, { workspaceId, pageId: id, fileId })
  }
}
