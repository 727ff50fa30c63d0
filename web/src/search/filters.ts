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
export function toFilter(kind: string, section: string | null): Filter {
  const { ownership, type } = kinds.find(({ value }) => value === kind) ?? {}
  return {
    ...(ownership === undefined ? {} : { ownership }),
    ...(type === undefined ? {} : { type }),
    ...(section === null || !id.test(section) ? {} : { underPageId: section }),
  }
}
