import type { WorkspaceContext } from '../../domain/context.ts'
import { resolvePage } from '../../domain/pages/addressing/resolve-page.ts'
import { isId } from '../../lib/ids.ts'
import type { NamedOperation } from '../../operations/index.ts'
import type { Aliases } from './arguments.ts'
import type { JsonObject } from './json-object.ts'

/** The parameters of operations that name a page. */
const pageParameters = new Set([
  'pageId',
  'parentId',
  'newParentId',
  'prevPageId',
  'templateId',
  'sectionId',
])

const shortNames = [
  ['page', 'pageId'],
  ['parent', 'newParentId'],
  ['parent', 'parentId'],
  ['after', 'prevPageId'],
  ['limit', 'k'],
] as const

/** Names that agents use for the parameters of an operation, the same in every tool. */
export function aliasesOf({ id, input }: NamedOperation): Aliases {
  const names = new Set(Object.keys(input.properties))
  // The `parentId` of a comment is a comment.
  if (id === 'comments.create') names.delete('parentId')
  const usable = shortNames.filter(([alias, name]) => names.has(name) && !names.has(alias))
  return Object.fromEntries(usable)
}

/** IDs for pages that are named by URL, path or title. Throws PAGE_NOT_FOUND or PAGE_AMBIGUOUS. */
export async function resolveArguments(
  { id }: NamedOperation,
  input: JsonObject,
  enter: () => Promise<WorkspaceContext>,
): Promise<JsonObject> {
  const named = Object.entries(input).filter(
    ([name, value]) =>
      pageParameters.has(name) &&
      typeof value === 'string' &&
      value !== 'root' &&
      !isId(value) &&
      !(id === 'comments.create' && name === 'parentId'),
  )
  if (named.length === 0) return input
  const context = await enter()
  const resolved = await Promise.all(
    named.map(async ([name, value]) => [name, await resolvePage(context, String(value))] as const),
  )
  return { ...input, ...Object.fromEntries(resolved) }
}
