import { clock } from '../../lib/clock.ts'
import { together } from '../../lib/together.ts'
import { pages, type Transaction } from '../../store/index.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { type Actor, emit } from '../events/events.ts'
import { putContent, reindexTitle } from './content.ts'
import { lookBack, noteVersion } from './history.ts'

export type PageChanges = {
  title?: string | undefined
  icon?: string | null | undefined
  content?: PreparedContent | undefined
  /** Keeps a version of its own in the history, whatever came just before it. */
  standsAlone?: boolean
}

/** Changes what is given and leaves the rest, with all that follows from it. Gives the new version. */
export async function changePage(
  transaction: Transaction,
  actor: Actor,
  page: pages.PageRow,
  changes: PageChanges,
): Promise<number> {
  const { workspaceId, id: pageId } = page
  const { content, standsAlone = false } = changes
  const title = changes.title ?? page.title
  const icon = changes.icon === undefined ? page.icon : changes.icon
  const version = page.version + 1
  const at = clock.now()
  const past = await lookBack(transaction, page, content !== undefined)
  const noted = noteVersion(transaction, page, past, {
    version,
    title,
    icon,
    createdAt: at,
    createdBy: actor.userId,
    via: actor.via,
    standsAlone,
  })
  const change = { workspaceId, pageId, at, by: actor.userId }
  const type = content?.type ?? page.type
  const renamed = { workspaceId, id: pageId, title }
  const isSameBody = content === undefined || content.document === past.document
  const changed = [
    ...(title === page.title ? [] : (['title'] as const)),
    ...(icon === page.icon ? [] : (['icon'] as const)),
    ...(isSameBody ? [] : (['content'] as const)),
  ]
  const previous = {
    ...(title === page.title ? {} : { title: page.title }),
    ...(icon === page.icon ? {} : { icon: page.icon }),
  }
  const told = { type: 'page.updated', pageId, changed, version, previous } as const
  await together(
    noted,
    pages.update(transaction, change, { title, icon, type }),
    ...(content === undefined ? [] : [putContent(transaction, renamed, content)]),
    ...(content === undefined && title !== page.title ? [reindexTitle(transaction, renamed)] : []),
    emit(
      transaction,
      workspaceId,
      actor,
      told,
      type === page.type ? {} : { [page.type]: -1, [type]: 1 },
    ),
  )
  return version
}
