import { isTagName, toTag } from '../../../content/links/tags.ts'
import { clock } from '../../lib/clock.ts'
import { invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { linkChanges, pageTags } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { locatePages } from '../search/locate.ts'
import { type ListedPage, toListed } from './backlinks.ts'
import { type Part, type PartInput, readPageCursor } from './cursors.ts'

export type Tag = { name: string; pages: number }

/** Rows of tags that one statement reads, and pages of a tag that are counted: few, for a list while someone types. */
const rowsAtOnce = 128
const countedPages = 100
/** Pages that a rename counts. */
const renamedPages = 1000
/** After all IDs of pages. */
const lastPage = '~'

/**
 * Tags that begin so, with the number of pages that the viewer can read, at most 100, in alphabetical order. Tags are
 * counted in parts, and each is left as soon as there are 100.
 */
export async function listTags(
  { store, viewer }: WorkspaceContext,
  prefix: string,
  { limit, cursor = '' }: PartInput,
): Promise<Part<Tag>> {
  const found = new Map<string, Tag>()
  const timeSlice = startTimeSlice()
  let after: pageTags.TagCursor | undefined = { tag: cursor, pageId: lastPage }
  // The last tag may go on in the next rows.
  while (after !== undefined && found.size <= limit + 1) {
    const range = { prefix: toTag(prefix), after, rows: rowsAtOnce }
    const counts = await pageTags.counts(store, viewer, range)
    for (const count of counts) addCount(found, count)
    after = nextRows(found, counts)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const tags = [...found]
  const shown = tags.slice(0, limit)
  return {
    items: shown.map(([, tag]) => tag),
    nextCursor: tags.length > limit ? (shown.at(-1)?.[0] ?? null) : null,
  }
}

function addCount(found: Map<string, Tag>, { tag, name, pages }: pageTags.TagCount): void {
  if (name === null) return
  const known = found.get(tag) ?? { name, pages: 0 }
  const first = name < known.name ? name : known.name
  found.set(tag, { name: first, pages: Math.min(known.pages + pages, countedPages) })
}

/** Where the next rows begin; undefined at the end. */
function nextRows(
  found: ReadonlyMap<string, Tag>,
  counts: readonly pageTags.TagCount[],
): pageTags.TagCursor | undefined {
  const last = counts.at(-1)
  const rows = counts.reduce((total, count) => total + count.rows, 0)
  if (last === undefined || rows < rowsAtOnce) return undefined
  const isCounted = found.get(last.tag)?.pages === countedPages
  return { tag: last.tag, pageId: isCounted ? lastPage : last.lastPageId }
}

/** Pages with a tag, oldest first. */
export async function pagesOfTag(
  { store, viewer }: WorkspaceContext,
  name: string,
  { limit, cursor }: PartInput,
): Promise<Part<ListedPage>> {
  const after = readPageCursor(cursor)
  const rows = await pageTags.pages(store, viewer, toTag(name), { after, limit: limit + 1 })
  const ids = rows.slice(0, limit).map(({ pageId }) => pageId)
  const pages = await locatePages(store, viewer, ids)
  const items = ids.flatMap((id) => {
    const page = pages.get(id)
    return page === undefined ? [] : [toListed(page)]
  })
  return { items, nextCursor: rows.length > limit ? (ids.at(-1) ?? null) : null }
}

/**
 * Renames a tag on all pages that the caller can write, in the background; to an existing name, the tags become one.
 * Returns how many pages have the tag, at most 1,000. Throws VALIDATION_FAILED.
 */
export async function renameTag(
  { store, caller, viewer }: WorkspaceContext,
  { name, newName }: { name: string; newName: string },
): Promise<{ pages: number }> {
  const { workspaceId } = viewer
  const to = newName.trim().replace(/^#/, '')
  if (!isTagName(to)) {
    const message = 'must have a letter, and only letters, digits, - _ and /'
    throw invalidInput([{ path: '/newName', rule: 'tag', message }])
  }
  const tag = toTag(name)
  const rows = await pageTags.pages(store, viewer, tag, { after: '', limit: renamedPages })
  if (rows.length === 0) return { pages: 0 }
  await store.transactIn({ workspaceId }, (transaction) =>
    linkChanges.insert(transaction, {
      workspaceId,
      id: newId(),
      pageId: null,
      oldText: tag,
      newText: to,
      authorId: caller.userId,
      via: caller.via,
      keyId: caller.keyId ?? null,
      runId: caller.run?.id ?? null,
      doneTo: '',
      createdAt: clock.now(),
    }),
  )
  return { pages: rows.length }
}
