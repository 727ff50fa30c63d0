import type { WorkspaceContext } from '../../domain/context.ts'
import { describePages } from '../../domain/pages/addressing/describe-pages.ts'
import type { JsonObject } from './json-object.ts'

/** Pages of a list, each with its URL, the titles above it, and who changed it last and when. */
export async function withPageLines(
  context: WorkspaceContext,
  pages: readonly JsonObject[],
): Promise<JsonObject[]> {
  const lines = await describePages(
    context,
    pages.map(({ id }) => String(id)),
  )
  return pages.map((page) => {
    const line = lines.get(String(page['id']))
    if (line === undefined) return page
    const { title: _known, path, ...rest } = line
    return { ...page, ...rest, ...(path !== '' && { path }) }
  })
}
