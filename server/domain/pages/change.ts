import { allSettledOrThrow } from '../../lib/all-settled.ts'
import { clock } from '../../lib/clock.ts'
import {
  differingFields,
  type GivenFields,
  givenFields,
  pickFields,
  pickSome,
} from '../../lib/page-fields.ts'
import { contents, pages, searchPending, type Transaction } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { type Actor, emit } from '../events/events.ts'
import { indexPending } from '../search/reindex.ts'
import { readPrevious, recordVersion } from './history.ts'
import { prepareEntry, type PreparedEntry, logEntry } from './search-entries.ts'
import { type PageAddress, requirePage } from './tree.ts'

export type PageChanges = GivenFields & {
  content?: PreparedContent | undefined
  /** Records a separate version instead of coalescing it with the previous one. */
  standsAlone?: boolean
}

type Decide<Answer> = (transaction: Transaction, page: pages.PageRow) => Promise<Answer | undefined>

export type Changed = { version: number; updatedAt: number }

/**
 * Changes the given fields of a page, with its version, search entry and event. All changes of pages use this
 * function. `decide` sees the page in the transaction; if it returns an answer, nothing is written. The search
 * entry is prepared before the transaction. If the page has changed by then, it is indexed after the transaction.
 * Throws PAGE_NOT_FOUND and the errors of `decide`.
 */
export async function changePage<Answer = never>(
  context: WorkspaceContext,
  page: PageAddress & { lastTitle?: string },
  changes: PageChanges,
  decide: Decide<Answer> = async () => undefined,
): Promise<Changed | Answer> {
  const { store, caller, viewer } = context
  const { workspaceId, pageId } = page
  const prepared = await prepareEntry(context, page, changes)
  const { answer, waits } = await store.transactIn({ workspaceId }, async (transaction) => {
    const now = await requirePage(transaction, viewer, pageId, 'write')
    const decided = await decide(transaction, now)
    if (decided !== undefined) return { answer: decided, waits: false }
    return writeChanges(transaction, caller, now, { ...changes, prepared })
  })
  if (waits) await indexPending(context, workspaceId)
  return answer
}

async function writeChanges(
  transaction: Transaction,
  actor: Actor,
  page: pages.PageRow,
  changes: PageChanges & { prepared: PreparedEntry | undefined },
): Promise<{ answer: Changed; waits: boolean }> {
  const { workspaceId, id: pageId } = page
  const { content, prepared, standsAlone = false } = changes
  const fields = { ...pickFields(page), ...givenFields(changes) }
  const { title } = fields
  const version = page.version + 1
  const at = clock.now()
  const before = await readPrevious(transaction, page, content !== undefined)
  const isSameBody = content === undefined || content.document === before.document
  const replaced = isSameBody ? undefined : before.document
  const recorded = recordVersion(
    transaction,
    page,
    { ...before, document: replaced },
    {
      ...fields,
      version,
      createdAt: at,
      createdBy: actor.userId,
      via: actor.via,
      standsAlone,
    },
  )
  const address = { workspaceId, pageId }
  const type = content?.type ?? page.type
  const differing = differingFields(page, fields)
  const changed = [...differing, ...(isSameBody ? [] : (['content'] as const))]
  const previous = pickSome(page, differing)
  const event = { type: 'page.updated', pageId, changed, version, previous } as const
  const changesSearch = !isSameBody || title !== page.title
  const isPrepared =
    prepared?.title === title && (prepared.version ?? page.version) === page.version
  const waits = changesSearch && !isPrepared
  await allSettledOrThrow(
    recorded,
    pages.update(
      transaction,
      { ...address, at, by: actor.userId },
      { ...fields, type, version: page.version },
    ),
    ...(isSameBody ? [] : [contents.put(transaction, address, content)]),
    ...(changesSearch && isPrepared ? [logEntry(transaction, address, prepared.entry)] : []),
    ...(waits ? [searchPending.add(transaction, { workspaceId, ids: [pageId] })] : []),
    emit(
      transaction,
      workspaceId,
      actor,
      event,
      type === page.type ? {} : { [page.type]: -1, [type]: 1 },
    ),
  )
  return { answer: { version, updatedAt: at }, waits }
}
