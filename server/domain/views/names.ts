import type { WorkspaceContext } from '../context.ts'
import { memberName } from '../pages/properties/read.ts'
import { locatePages } from '../search/locate.ts'

/** The names of people and pages that a view shows, by their IDs. */
export type Names = {
  people: Map<string, string>
  pages: Map<string, { id: string; title: string; icon: string | null }>
}

/** People that are named at a time. */
const maxPeople = 200
const maxPages = 512

/** People of the workspace, and pages that the viewer can read. */
export async function readNames(
  context: WorkspaceContext,
  ids: { people: ReadonlySet<string>; pages: ReadonlySet<string> },
): Promise<Names> {
  const { store, viewer } = context
  const named = [...ids.people].slice(0, maxPeople).map(async (id) => {
    const name = await memberName(context, id)
    return name === undefined ? [] : [[id, name] as const]
  })
  const located = await locatePages(store, viewer, [...ids.pages].slice(0, maxPages))
  const pages = [...located.values()].map(
    ({ id, title, icon }) => [id, { id, title, icon }] as const,
  )
  return { people: new Map((await Promise.all(named)).flat()), pages: new Map(pages) }
}
