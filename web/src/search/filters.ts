import type { Ownership, PageType } from '../../../server/lib/vocabulary.ts'
import type { Filter } from './use-search.ts'

export type Kind = 'all' | 'text' | 'board' | 'skill' | 'agent'

type KindFilter = {
  value: Kind
  label: string
  one: string
  ownership?: Ownership
  type?: PageType
}

export const kinds: readonly KindFilter[] = [
  { value: 'all', label: 'All', one: 'Page' },
  { value: 'text', label: 'Pages', one: 'Page', ownership: 'TEXT', type: 'TEXT' },
  { value: 'board', label: 'Boards', one: 'Board', type: 'KANBAN' },
  { value: 'skill', label: 'Skills', one: 'Skill', ownership: 'SKILL' },
  { value: 'agent', label: 'Agents', one: 'Agent', ownership: 'AGENT' },
]

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** From what an address says, which may be anything. */
export function toFilter(kind: string, section: string | null): Filter {
  const { ownership, type } = kinds.find(({ value }) => value === kind) ?? {}
  return {
    ...(ownership === undefined ? {} : { ownership }),
    ...(type === undefined ? {} : { type }),
    ...(section === null || !id.test(section) ? {} : { underPageId: section }),
  }
}
