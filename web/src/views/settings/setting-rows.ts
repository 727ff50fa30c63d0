import {
  nameOf,
  type TotalKind,
  totalKinds,
  type ViewSort,
  type ViewTotal,
} from '../../../../content/views/query.ts'

const maxSorts = 3

/** The sorts of a view, and an empty one while there can be more. */
export function sortsOf(
  sort: readonly ViewSort[],
): { name: string; direction: ViewSort['direction'] }[] {
  const rows = sort.map(({ subject, direction }) => ({ name: nameOf(subject), direction }))
  return rows.length < maxSorts ? [...rows, { name: '', direction: 'asc' }] : rows
}

/** Each total as `cost: sum`. */
export function totalsOf(totals: readonly ViewTotal[]): string[] {
  return totals.flatMap(({ subject, kinds }) => kinds.map((kind) => `${nameOf(subject)}: ${kind}`))
}

/** The value of `totals` for texts such as `cost: sum`; others are left out. */
export function totalsValue(texts: readonly string[]): Record<string, unknown> | undefined {
  const kinds = new Map<string, TotalKind[]>()
  for (const text of texts) {
    const [, name = '', given] = /^(.+): (\w+)$/s.exec(text) ?? []
    const kind = totalKinds.find((one) => one === given)
    if (kind !== undefined) kinds.set(name, [...(kinds.get(name) ?? []), kind])
  }
  if (kinds.size === 0) return undefined
  const entries = [...kinds].map(([name, own]) => [name, own.length === 1 ? own[0] : own] as const)
  return Object.fromEntries(entries)
}
