import { invalidInput } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { WorkspaceContext } from '../../context.ts'
import { addPage, type NewPage, preparePage } from '../create.ts'

export type BatchPage = Omit<NewPage, 'parentId'> & {
  /** The name of the page in this call, for links and parents. */
  key?: string | undefined
  /** The ID of a page, or `#key` of an earlier page of the call. Null is the top level. */
  parent: string | null
}

export type CreatedPage = {
  pageId: string
  title: string
  parentId: string | null
  document: string
}

/** A link to a page of the same call, in Markdown: `[Text](#key)`. */
const linkToKey = /\]\(#([^)\s]+)\)/g

/**
 * Creates pages in one transaction, each as the last child of its parent. Throws PAGE_NOT_FOUND, FORBIDDEN,
 * QUOTA_EXCEEDED or VALIDATION_FAILED.
 */
export async function createPages(
  context: WorkspaceContext,
  workspaceId: string,
  pages: readonly BatchPage[],
): Promise<CreatedPage[]> {
  const ids = pages.map(() => newId())
  const byKey = keysOf(pages, ids)
  const prepared = await Promise.all(
    pages.map(({ key: _key, parent, ...page }, index) =>
      preparePage(
        context,
        {
          ...page,
          markdown: page.markdown.replaceAll(linkToKey, (link, key: string) => {
            const id = byKey.get(key)
            return id === undefined ? link : `](/pages/${id})`
          }),
          parentId: parentOf(parent, index, { pages, byKey, ids }),
        },
        ids[index],
      ),
    ),
  )
  await context.store.transactAlone({ workspaceId }, async (transaction) => {
    for (const page of prepared) await addPage(transaction, context, page)
  })
  return prepared.map(({ id, title, parentId, content }) => ({
    pageId: id,
    title,
    parentId,
    document: content.document,
  }))
}

function keysOf(pages: readonly BatchPage[], ids: readonly string[]): Map<string, string> {
  const byKey = new Map<string, string>()
  for (const [index, { key }] of pages.entries()) {
    if (key === undefined) continue
    if (byKey.has(key)) refuse(`/pages/${index}/key`, 'must be different for each page')
    byKey.set(key, ids[index] ?? '')
  }
  return byKey
}

type Batch = {
  pages: readonly BatchPage[]
  byKey: ReadonlyMap<string, string>
  ids: readonly string[]
}

function parentOf(parent: string | null, index: number, batch: Batch): string | null {
  if (parent?.startsWith('#') !== true) return parent
  const id = batch.byKey.get(parent.slice(1))
  if (id !== undefined && batch.ids.indexOf(id) < index) return id
  const known = batch.pages.slice(0, index).flatMap(({ key }) => key ?? [])
  const choices = known.length === 0 ? 'there is none' : known.map((key) => `#${key}`).join(', ')
  return refuse(`/pages/${index}/parent`, `must be the key of an earlier page: ${choices}`)
}

function refuse(path: string, message: string): never {
  throw invalidInput([{ path, rule: 'batch', message }])
}
