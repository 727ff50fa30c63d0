/** A view: a query over pages, as it is written in a block of the language `quire-view`. */

export const viewLanguage = 'quire-view'
export const maxViewLength = 8000

export const pageFields = ['title', 'created', 'updated', 'author', 'tags'] as const
export type PageField = (typeof pageFields)[number]

/** What a condition, a column or a sort is about. */
export type Subject = { field: PageField } | { key: string }

export const totalKinds = ['count', 'filled', 'sum', 'average', 'min', 'max'] as const
export type TotalKind = (typeof totalKinds)[number]

export const viewShapes = ['table', 'board', 'list'] as const
export type ViewShape = (typeof viewShapes)[number]

export type ViewValue = string | number | boolean

/** One test of a condition. A page passes if one of its values does. */
export type ViewTest =
  | { operator: 'is' | 'is not'; values: ViewValue[] }
  | { operator: 'contains' | 'does not contain' | 'starts with'; text: string }
  | { operator: 'less than' | 'more than' | 'at least' | 'at most'; number: number }
  /** A day or a time, see `days.ts`. */
  | { operator: 'before' | 'after' | 'from' | 'until'; day: string }
  /** Days, see `days.ts`. */
  | { operator: 'within'; days: string }
  | { operator: 'filled'; filled: boolean }

export const operators = [
  'is',
  'is not',
  'contains',
  'does not contain',
  'starts with',
  'before',
  'after',
  'from',
  'until',
  'within',
  'less than',
  'more than',
  'at least',
  'at most',
  'filled',
] as const satisfies readonly ViewTest['operator'][]

export type ViewCondition =
  | { kind: 'all' | 'any'; conditions: ViewCondition[] }
  | { kind: 'test'; subject: Subject; test: ViewTest }

export type ViewSort = { subject: Subject; direction: 'asc' | 'desc' }
export type ViewTotal = { subject: Subject; kinds: TotalKind[] }

export type ViewQuery = {
  /** The page with the view, another page, or null for the workspace. */
  under: 'this' | { pageId: string } | null
  /** Only the children of `under`, and not what is below them. */
  children: boolean
  /** A page has all of them. Without `#`. */
  tags: string[]
  where: ViewCondition | null
  /** Words to search for. */
  text: string | null
  sort: ViewSort[]
  /** Null: the title, and the properties of the schema or of the query. */
  columns: Subject[] | null
  group: Subject | null
  totals: ViewTotal[]
  show: ViewShape
  /** How many pages at most. */
  limit: number | null
}

/** What is wrong with a view, and on which line; 0 if it is not of a text. */
export type ViewProblem = { line: number; message: string }

export type ReadView = { ok: true; query: ViewQuery } | { ok: false; problems: ViewProblem[] }

const prefix = 'property:'
const names = new Set<string>([...pageFields, 'any', 'all'])

/** `title`, `status`, or `property:title` for a property with the name of a field. */
export function subjectOf(name: string): Subject {
  const field = pageFields.find((one) => one === name)
  if (field !== undefined) return { field }
  return { key: name.startsWith(prefix) ? name.slice(prefix.length) : name }
}

export function nameOf(subject: Subject): string {
  if ('field' in subject) return subject.field
  const { key } = subject
  return names.has(key) || key.startsWith(prefix) ? `${prefix}${key}` : key
}
