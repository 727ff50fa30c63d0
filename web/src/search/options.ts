import type { PaletteAction } from './actions.ts'
import type { SearchHit } from './use-search.ts'

/** A line of the palette: somewhere to go, or something to do. */
export type Option =
  | {
      kind: 'page'
      id: string
      pageId: string
      title: string
      icon: string | null
      hit?: SearchHit
    }
  | { kind: 'action'; id: string; action: PaletteAction }
  | { kind: 'all'; id: string }
  | { kind: 'create'; id: string; title: string }

type Listed = { id: string; title: string; icon: string | null }
type Found = {
  query: string
  hits: readonly SearchHit[]
  /** Actions whose names match what is typed. */
  actions?: readonly PaletteAction[]
  isSettled: boolean
  canWrite: boolean
}

/** From so many letters on, actions come before pages. */
const clearQuery = 3

const toOption = ({ id, title, icon }: Listed, hit?: SearchHit): Option => ({
  kind: 'page',
  id: `page-${id}`,
  pageId: id,
  title,
  icon,
  ...(hit === undefined ? {} : { hit }),
})

/** Recent pages while nothing is typed; then actions, what is found, the full search, and a new page. */
export function listOptions(recent: readonly Listed[], found: Found): Option[] {
  const { query, hits, actions = [], isSettled, canWrite } = found
  if (query === '') return recent.map((page) => toOption(page))
  const pages = hits.map((hit) =>
    toOption({ id: hit.pageId, title: hit.title, icon: hit.icon }, hit),
  )
  const isTitle = hits.some(({ title }) => title.toLowerCase() === query.toLowerCase())
  const matching = actions.map((action): Option => ({
    kind: 'action',
    id: `action-${action.id}`,
    action,
  }))
  const isClear = query.length >= clearQuery || actions.some(({ label }) => label === query)
  return [
    ...(isClear ? [...matching, ...pages] : [...pages, ...matching]),
    ...(hits.length > 0 ? [{ kind: 'all', id: 'all' } as const] : []),
    ...(canWrite && isSettled && !isTitle
      ? [{ kind: 'create', id: 'create', title: query.slice(0, 255) } as const]
      : []),
  ]
}
