import type { Ownership, PageType } from '../../../server/lib/vocabulary.ts'
import { t } from './messages.ts'
import type { Filter } from './use-search.ts'

export type Kind = 'all' | 'text' | 'board' | 'skill' | 'agent'

type KindFilter = {
  value: Kind
  label: () => string
  one: () => string
  ownership?: Ownership
  type?: PageType
}

export const kinds: readonly KindFilter[] = [
  { value: 'all', label: () => t.all, one: () => t.all },
  { value: 'text', label: () => t.pages, one: () => t.pages, ownership: 'TEXT', type: 'TEXT' },
  { value: 'board', label: () => t.boards, one: () => t.board, type: 'KANBAN' },
  { value: 'skill', label: () => t.skills, one: () => t.skill, ownership: 'SKILL' },
  { value: 'agent', label: () => t.agents, one: () => t.agent, ownership: 'AGENT' },
]

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** From the query of an address, which may be anything. */
export function toFilter(params: URLSearchParams): Filter {
  const { ownership, type } = kinds.find(({ value }) => value === params.get('kind')) ?? {}
  const section = params.get('in') ?? ''
  const author = params.get('by') ?? ''
  const tag = (params.get('tag') ?? '').trim().replace(/^#/, '').slice(0, 100)
  const from = startOfDay(params.get('from'), 0)
  const before = startOfDay(params.get('until'), 1)
  return {
    ...(ownership === undefined ? {} : { ownership }),
    ...(type === undefined ? {} : { type }),
    ...(id.test(section) ? { underPageId: section } : {}),
    ...(id.test(author) ? { authorId: author } : {}),
    ...(tag === '' ? {} : { tag }),
    ...(from === undefined ? {} : { updatedFrom: from }),
    ...(before === undefined ? {} : { updatedBefore: before }),
  }
}

const day = /^(\d{4})-(\d{2})-(\d{2})$/

/** When a day begins here, or some days later. */
function startOfDay(text: string | null, later: number): string | undefined {
  const [, year, month, date] = day.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return start.toISOString()
}
