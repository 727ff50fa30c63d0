import { clock } from '../../lib/clock.ts'
import {
  differingFields,
  type GivenFields,
  givenFields,
  pickFields,
  pickSome,
} from '../../lib/page-fields.ts'
import { together } from '../../lib/together.ts'
import { pages, searchPending, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { type Actor, emit } from '../events/events.ts'
import { indexPending } from '../search/reindex.ts'
import { lookBack, noteVersion } from './history.ts'
import { foreseeEntry, type ForeseenEntry, logEntry } from './search-entries.ts'
import { type PageAddress, requirePage } from './tree.ts'

export type PageChanges = GivenFields & {
  content?: PreparedContent | undefined
  /** Keeps a version of its own in the history, whatever came just before it. */
  standsAlone?: boolean
}

type Decide<Answer> = (transaction: Transaction, page: pages.PageRow) => Promise<Answer | undefined>

export type Changed = { version: number; updatedAt: number }

/**
 * Changes what is given and leaves the rest, with all that follows from it: the one way to change a page.
 * `decide` sees the page as it is in the transaction; when it gives an answer, that is the answer and nothing
 * is written. Search is prepared before the transaction. If the page has become another one by then, it waits
 * for search and is read anew after it.
 */
export async function changePage<Answer = never>(
  context: Context,
  page: PageAddress & { lastTitle?: string },
  changes: PageChanges,
  decide: Decide<Answer> = async () => undefined,
): Promise<Changed | Answer> {
  const { store, caller } = context
  const { workspaceId, pageId } = page
  const foreseen = await foreseeEntry(context, page, changes)
  const { answer, waits } = await store.transactIn({ workspaceId }, async (transaction) => {
    const now = await requirePage(transaction, workspaceId, pageId)
    const decided = await decide(transaction, now)
    if (decided !== undefined) return { answer: decided, waits: false }
    return writeChanges(transaction, caller, now, { ...changes, foreseen })
  })
  if (waits) await indexPending(context, workspaceId)
  return answer
}

async function writeChanges(
  transaction: Transaction,
  actor: Actor,
  page: pages.PageRow,
  changes: PageChanges & { foreseen: ForeseenEntry | undefined },
): Promise<{ answer: Changed; waits: boolean }> {
  const { workspaceId, id: pageId } = page
  const { content, foreseen, standsAlone = false } = changes
  const fields = { ...pickFields(page), ...givenFields(changes) }
  const { title } = fields
  const version = page.version + 1
  const at = clock.now()
  const past = await lookBack(transaction, page, content !== undefined)
  const noted = noteVersion(transaction, page, past, {
    ...fields,
    version,
    createdAt: at,
    createdBy: actor.userId,
    via: actor.via,
    standsAlone,
  })
  const address = { workspaceId, pageId }
  const type = content?.type ?? page.type
  const isSameBody = content === undefined || content.document === past.document
  const differing = differingFields(page, fields)
  const changed = [...differing, ...(isSameBody ? [] : (['content'] as const))]
  const previous = pickSome(page, differing)
  const told = { type: 'page.updated', pageId, changed, version, previous } as const
  const isForSearch = content !== undefined || title !== page.title
  const isForeseen =
    foreseen?.title === title && (foreseen.version ?? page.version) === page.version
  const waits = isForSearch && !isForeseen
  await together(
    noted,
    pages.update(transaction, { ...address, at, by: actor.userId }, { ...fields, type }),
    ...(content === undefined ? [] : [pages.putContent(transaction, address, content)]),
    ...(isForSearch && isForeseen ? [logEntry(transaction, address, foreseen.entry)] : []),
    ...(waits ? [searchPending.add(transaction, { workspaceId, ids: [pageId] })] : []),
    emit(
      transaction,
      workspaceId,
      actor,
      told,
      type === page.type ? {} : { [page.type]: -1, [type]: 1 },
    ),
  )
  return { answer: { version, updatedAt: at }, waits }
}
