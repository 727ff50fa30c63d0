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

/**
 * The entries of a list of something about pages, each with the titles above its page. A page at the top level, or that
 * the caller cannot read, has none.
 */
export async function withPaths<Item>(
  context: WorkspaceContext,
  items: readonly Item[],
  pageIdOf: (item: Item) => string | null,
  toEntry: (item: Item) => JsonObject,
): Promise<JsonObject[]> {
  const lines = await describePages(
    context,
    items.map(pageIdOf).filter((pageId) => pageId !== null),
  )
  return items.map((item) => {
    const { path = '' } = lines.get(pageIdOf(item) ?? '') ?? {}
    return { ...toEntry(item), ...(path !== '' && { path }) }
  })
}
