import {
  accepted,
  type EditedProperties,
  editProperties,
  type YamlValue,
} from './edit-properties.ts'
import { type ReadProperties, readProperties } from './properties.ts'
import { type Layout, layoutOf } from './property-lines.ts'
import type { Scalar } from './property-values.ts'

export type PropertyMerge = {
  /** What the author changed. */
  base: string | null
  mine: string | null
  theirs: string | null
  /** The properties after each change that led from `base` to `theirs`, to tell which one disputes a key. */
  since?: readonly (string | null)[]
}

/** A key that both sides changed in two ways, with its values as text. */
export type DisputedProperty = {
  key: string
  base: string
  theirs: string
  mine: string
  /** Index of the change that others made of it last; undefined if it is not known. */
  change: number | undefined
}

/** Nothing is merged where both sides changed the same key in two ways. */
export type MergedProperties = EditedProperties | { ok: false; disputed: DisputedProperty[] }

/**
 * The current properties with the keys that an author changed in older ones. Lists that both changed are merged by item;
 * any other key that both changed in two ways is in dispute.
 */
export function mergeProperties({
  base,
  mine,
  theirs,
  since = [],
}: PropertyMerge): MergedProperties {
  if (theirs === base || theirs === mine) return accepted(mine)
  if (mine === base) return { ok: true, source: theirs }
  const checked = readProperties(mine)
  if (!checked.ok) return checked
  const { lists, disputed } = changedByBoth({ base, mine, theirs, since })
  if (disputed.length > 0) return { ok: false, disputed }
  const merged = mergeLines({ base, mine, theirs }) ?? mergeValues({ base, mine, theirs })
  if (!merged.ok || lists.length === 0) return merged
  return editProperties({ source: merged.source, edit: { set: lists } })
}

/** Keys that both sides changed in two ways: lists merged by item, and the others. */
function changedByBoth(merge: PropertyMerge) {
  const [old, own, others] = [merge.base, merge.mine, merge.theirs].map(textsOf)
  const [oldValues, ownValues, otherValues] = [merge.base, merge.mine, merge.theirs].map((source) =>
    valuesOf(readProperties(source)),
  )
  const lists: [string, Scalar[]][] = []
  const disputed: DisputedProperty[] = []
  for (const key of new Set([...(own?.keys() ?? []), ...(old?.keys() ?? [])])) {
    const [base, mine, theirs] = [old?.get(key), own?.get(key), others?.get(key)]
    if (mine === base || theirs === base || mine === theirs) continue
    const [before, after, now] = [oldValues?.get(key), ownValues?.get(key), otherValues?.get(key)]
    const isList = Array.isArray(after) && Array.isArray(now)
    if (isList && (before === undefined || Array.isArray(before))) {
      lists.push([key, mergeItems(before ?? [], after, now)])
    } else {
      const change = lastChange(key, merge)
      disputed.push({ key, base: base ?? '', theirs: theirs ?? '', mine: mine ?? '', change })
    }
  }
  return { lists, disputed }
}

function lastChange(key: string, { base, since = [] }: PropertyMerge): number | undefined {
  const values = [base, ...since].map((source) => textsOf(source)?.get(key))
  const last = values.findLastIndex((value, index) => index > 0 && value !== values[index - 1])
  return last < 0 ? undefined : last - 1
}

/** The items now, without those that the author removed, and with those that the author added. */
function mergeItems(
  before: readonly Scalar[],
  after: readonly Scalar[],
  now: readonly Scalar[],
): Scalar[] {
  const remaining = now.filter((item) => after.includes(item) || !before.includes(item))
  return [...remaining, ...after.filter((item) => !before.includes(item) && !now.includes(item))]
}

/** The value of each key as text, to compare it. */
function textsOf(source: string | null): Map<string, string> {
  const read = readProperties(source)
  const layout = layoutOf(source ?? '')
  const lines = layout === undefined ? undefined : linesOf(layout)
  return new Map(
    (read.ok ? read.written : []).map((property) => {
      const { key } = property
      if (property.kind === 'nested') return [key, (lines?.get(key) ?? '?').trim()]
      const { values, isList } = property
      return [key, isList ? JSON.stringify(values) : String(values[0] ?? '')]
    }),
  )
}

/** By the lines of each key. Undefined if keys share lines. */
function mergeLines({ base, mine, theirs }: PropertyMerge): EditedProperties | undefined {
  const layouts = [base, mine, theirs].map((source) => layoutOf(source ?? ''))
  const [before, after, now] = layouts
  if (before === undefined || after === undefined || now === undefined) return undefined
  const hasIndent = layouts.some((layout) => layout?.indent !== '')
  if (hasIndent) return undefined
  const [old, own] = [linesOf(before), linesOf(after)]
  const isGone = (key: string) => old.has(key) && !own.has(key)
  const changed = new Map([...own].filter(([key, text]) => old.get(key) !== text))
  const { source, entries } = now
  let from = 0
  let merged = ''
  for (const { key, start, end } of entries) {
    const text = changed.get(key) ?? source.slice(start, end)
    changed.delete(key)
    merged += source.slice(from, start) + (isGone(key) ? '' : text)
    from = end
  }
  merged += source.slice(from)
  for (const text of changed.values()) {
    merged += `${merged === '' || merged.endsWith('\n') ? '' : now.lineEnd}${text}`
  }
  return accepted(merged.trim() === '' ? null : merged)
}

function linesOf({ source, entries, lineEnd }: Layout): Map<string, string> {
  return new Map(
    entries.map(({ key, start, end }) => {
      const text = source.slice(start, end)
      return [key, text.endsWith('\n') ? text : text + lineEnd]
    }),
  )
}

function mergeValues({ base, mine, theirs }: PropertyMerge): EditedProperties {
  const [old, own] = [valuesOf(readProperties(base)), valuesOf(readProperties(mine))]
  const set = [...own].filter(([key, value]) => !isSame(old.get(key), value))
  const remove = [...old.keys()].filter((key) => !own.has(key))
  return editProperties({ source: theirs, edit: { set, remove } })
}

/** Without nested values, which have no form besides their lines. */
function valuesOf(read: ReadProperties): Map<string, YamlValue> {
  const written = read.ok ? read.written : []
  return new Map(
    written.flatMap((property): [string, YamlValue][] => {
      if (property.kind === 'nested') return []
      const { key, values, isList } = property
      return [[key, isList ? values : (values[0] ?? null)]]
    }),
  )
}

function isSame(one: YamlValue | undefined, other: YamlValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
