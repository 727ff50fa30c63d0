import { allSettledOrThrow } from '../../lib/all-settled.ts'
import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import {
  differingStoredFields,
  isPageField,
  pickSome,
  type StoredFields,
} from '../../lib/page-fields.ts'
import {
  contents,
  linkChanges,
  type pages,
  pageTags,
  properties,
  searchPending,
  type Transaction,
} from '../../store/index.ts'
import { anchorsText, linkedTitle, propertyTags, replacePageLinks } from '../document/page-links.ts'
import type { PreparedProperties } from '../document/properties.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { type Actor, emit } from '../events/events.ts'
import { addedMentions } from '../inbox/mentions.ts'
import { notifyMentioned } from '../inbox/notify.ts'
import { type NextVersion, recordVersion, type ReplacedBody } from './history.ts'
import { assignedPeople, notifyAssigned } from './properties/assigned.ts'
import { logEntry, type PreparedEntry } from './search-entries.ts'
import type { PageAddress } from './tree.ts'

/** A body that replaces the stored one. */
export type NewBody = {
  content: PreparedContent
  attribution: Uint8Array | null
  replaced: NonNullable<ReplacedBody>
}

export type Change = {
  actor: Actor & { keyId?: string | undefined }
  /** The fields after the change. */
  fields: StoredFields
  /** Undefined if the body stays. */
  body: NewBody | undefined
  /** Those of `fields`. Undefined if they stay. */
  properties?: PreparedProperties | undefined
  /** Of the page after the change. */
  version: number
  at: number
  coalesces: NextVersion['coalesces']
  authors: readonly string[]
  /** The search entry, if it could be prepared. */
  prepared: PreparedEntry | undefined
  /** Brings the row of the page to the new version; called after its history is recorded. */
  updatePage: (type: pages.PageRow['type']) => Promise<void>
}

/**
 * Writes a change of a page that is stored at `page.version`: its version, body, search entry and event. Returns
 * whether the page waits for its search entry.
 */
export async function writeChange(
  transaction: Transaction,
  page: pages.PageRow,
  change: Change,
): Promise<{ waits: boolean }> {
  const { workspaceId, id: pageId } = page
  const { actor, fields, body, version, prepared } = change
  const address = { workspaceId, pageId }
  const differing = differingStoredFields(page, fields)
  const values = differing.includes('properties') ? change.properties?.values : undefined
  const assigned = values === undefined ? [] : await assignedPeople(transaction, address, values)
  const recorded = recordVersion(transaction, page, body?.replaced, {
    ...fields,
    version,
    createdAt: change.at,
    createdBy: actor.userId,
    via: actor.via,
    runId: actor.run?.id ?? null,
    coalesces: change.coalesces,
    authors: change.authors,
  })
  const type = body?.content.type ?? page.type
  const changed = [...differing, ...(body === undefined ? [] : (['content'] as const))]
  const previous = pickSome(page, differing.filter(isPageField))
  const authors = change.authors.length > 1 ? { authors: [...change.authors] } : {}
  const event = { type: 'page.updated', pageId, changed, version, previous, ...authors } as const
  const changesSearch = body !== undefined || fields.title !== page.title
  const isPrepared =
    prepared?.title === fields.title && (prepared.version ?? page.version) === page.version
  const waits = changesSearch && !isPrepared
  await allSettledOrThrow(
    recorded.then(() => change.updatePage(type)),
    ...(body === undefined ? [] : writeBody(transaction, address, body, version)),
    ...(fields.title === page.title ? [] : [noteRename(transaction, page, fields.title, actor)]),
    ...(changesSearch && isPrepared ? [logEntry(transaction, address, prepared.entry)] : []),
    ...(values === undefined
      ? []
      : [
          properties.put(transaction, address, values),
          pageTags.replace(transaction, address, 'property', propertyTags(values)),
        ]),
    ...(waits ? [searchPending.add(transaction, { workspaceId, ids: [pageId] })] : []),
    emit(
      transaction,
      workspaceId,
      actor,
      event,
      type === page.type ? {} : { [page.type]: -1, [type]: 1 },
    ),
  )
  await notifyAssigned(transaction, address, actor, assigned)
  if (body !== undefined) await notifyAdded(transaction, address, change, body)
  return { waits }
}

/** Of several authors, none is notified: one of them wrote the mention. */
async function notifyAdded(
  transaction: Transaction,
  page: PageAddress,
  { actor, authors }: Pick<Change, 'actor' | 'authors'>,
  { content, replaced }: NewBody,
): Promise<void> {
  const added = addedMentions(content.document, replaced.document)
  const userIds = added.filter((userId) => !authors.includes(userId))
  await notifyMentioned(transaction, actor, page, userIds)
}

function writeBody(
  transaction: Transaction,
  address: PageAddress,
  { content, attribution, replaced }: NewBody,
  version: number,
): Promise<void>[] {
  const body = { ...content, anchors: anchorsText(content.links.anchors) }
  return [
    contents.put(transaction, address, body, { version, attribution }),
    replacePageLinks(transaction, address, content.links, replaced.document),
  ]
}

/** Links with the old title of the page get the new one in the background. */
async function noteRename(
  transaction: Transaction,
  page: pages.PageRow,
  title: string,
  actor: Change['actor'],
): Promise<void> {
  const { workspaceId, id: pageId } = page
  const address = { workspaceId, pageId }
  if (!(await linkChanges.isNeeded(transaction, address, linkedTitle(page.title)))) return
  await linkChanges.addFormerTitle(transaction, { ...address, title: page.title })
  await linkChanges.insert(transaction, {
    workspaceId,
    id: newId(),
    pageId,
    oldText: page.title,
    newText: title,
    authorId: actor.userId,
    via: actor.via,
    keyId: actor.keyId ?? null,
    runId: actor.run?.id ?? null,
    doneTo: '',
    createdAt: clock.now(),
  })
}
