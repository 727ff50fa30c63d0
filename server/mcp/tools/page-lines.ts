import type { WorkspaceContext } from '../../domain/context.ts'
import { describePages } from '../../domain/pages/addressing/describe-pages.ts'
import type { JsonObject } from './json-object.ts'

/**
 * Items of a list, each with the URL of its page, the titles above the page, and who changed it last and when. Unless
 * `idOf` says otherwise, the items are the pages.
 */
export async function withPageLines<Item extends JsonObject>(
  context: WorkspaceContext,
  items: readonly Item[],
  idOf: (item: Item) => unknown = ({ id }) => id,
): Promise<JsonObject[]> {
  const lines = await describePages(
    context,
    items.map((item) => String(idOf(item))),
  )
  return items.map((item) => {
    const line = lines.get(String(idOf(item)))
    if (line === undefined) return item
    const { title: _known, path, ...rest } = line
    return { ...item, ...rest, ...(path !== '' && { path }) }
  })
}

/** The titles above some pages. A page at the top level, or that the caller cannot read, has none. */
export async function readPaths(
  context: WorkspaceContext,
  pageIds: readonly (string | null)[],
): Promise<(pageId: string | null) => { path?: string }> {
  const lines = await describePages(
    context,
    pageIds.filter((pageId) => pageId !== null),
  )
  return (pageId) => {
    const { path = '' } = lines.get(pageId ?? '') ?? {}
    return path === '' ? {} : { path }
  }
}
