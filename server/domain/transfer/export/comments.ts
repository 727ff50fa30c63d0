import { toIso } from '../../../lib/clock.ts'
import { comments, type Snapshot, type Viewer } from '../../../store/index.ts'
import { readQuote } from '../../comments/comments.ts'

/** A thread in the front matter of its page. */
export type ExportedThread = {
  quote?: string
  resolved?: true
  thread: { by: string; at: string; text: string }[]
}

/** The threads of each commented page, oldest first. An import restores them. */
export async function commentsByPage(
  snapshot: Snapshot,
  viewer: Viewer,
): Promise<Map<string, ExportedThread[]>> {
  const rows = await comments.all(snapshot, viewer)
  const pages = new Map<string, ExportedThread[]>()
  for (const [, all] of Map.groupBy(rows, ({ threadId }) => threadId)) {
    const [first] = all
    if (first === undefined) continue
    const known = pages.get(first.pageId)
    if (known === undefined) pages.set(first.pageId, [toThread(first, all)])
    else known.push(toThread(first, all))
  }
  return pages
}

function toThread(
  { id, quote, resolvedAt }: comments.CommentItem,
  all: readonly comments.CommentItem[],
): ExportedThread {
  return {
    ...(quote === null ? {} : { quote: readQuote(quote, id).text }),
    ...(resolvedAt === null ? {} : { resolved: true as const }),
    thread: all
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ firstName, lastName, createdAt, markdown }) => ({
        by: `${firstName} ${lastName}`.trim(),
        at: toIso(createdAt),
        text: markdown.trimEnd(),
      })),
  }
}
