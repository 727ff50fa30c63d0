import type { views } from '../../store/index.ts'

/** The totals of parts of a view, added to one. */
export type Sums = { pages: number; totals: views.Totals[] }

export function noTotals(keys: readonly views.TotalKey[]): Sums {
  return { pages: 0, totals: keys.map(() => nothing) }
}

const nothing: views.Totals = { filled: 0, numbers: 0, sum: null, min: null, max: null }

export function addTotals(one: Sums, other: Sums): Sums {
  const totals = one.totals.map((each, index) => add(each, other.totals[index] ?? nothing))
  return { pages: one.pages + other.pages, totals }
}

function add(one: views.Totals, other: views.Totals): views.Totals {
  return {
    filled: one.filled + other.filled,
    numbers: one.numbers + other.numbers,
    sum: either(one.sum, other.sum, (first, second) => first + second),
    min: either(one.min, other.min, Math.min),
    max: either(one.max, other.max, Math.max),
  }
}

function either<Value>(
  one: Value | null,
  other: Value | null,
  both: (first: Value, second: Value) => Value,
): Value | null {
  if (one === null) return other
  return other === null ? one : both(one, other)
}

/** Adds the groups of a part to those of the parts before. */
export function addGroups(
  known: Map<string | null, views.GroupRow>,
  found: readonly views.GroupRow[],
): void {
  for (const row of found) {
    const before = known.get(row.value)
    known.set(row.value, before === undefined ? row : merged(before, row))
  }
}

function merged(one: views.GroupRow, other: views.GroupRow): views.GroupRow {
  return {
    value: one.value,
    name: either(one.name, other.name, first),
    type: either(one.type, other.type, first),
    number: either(one.number, other.number, Math.min),
    ...addTotals(one, other),
  }
}

/** As `min` of a database has it. */
function first<Text extends string>(one: Text, other: Text): Text {
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) <= 0 ? one : other
}

/** The groups with the most pages. */
export function largest(
  groups: ReadonlyMap<string | null, views.GroupRow>,
  count: number,
): views.GroupRow[] {
  const rows = [...groups.values()]
  if (rows.length <= count) return rows
  return rows.toSorted(byPages).slice(0, count)
}

function byPages(one: views.GroupRow, other: views.GroupRow): number {
  if (one.pages !== other.pages) return other.pages - one.pages
  if (one.value === null || other.value === null) return one.value === null ? 1 : -1
  return one.value < other.value ? -1 : 1
}
