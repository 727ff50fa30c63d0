import {
  accepted,
  type EditedProperties,
  editProperties,
  type YamlValue,
} from './edit-properties.ts'
import { type ReadProperties, readProperties } from './properties.ts'
import { type Layout, layoutOf } from './property-lines.ts'

export type PropertyMerge = {
  /** What the author changed. */
  base: string | null
  mine: string | null
  theirs: string | null
}

/** The current properties with the keys that an author changed in older ones. The author wins a key that both changed. */
export function mergeProperties({ base, mine, theirs }: PropertyMerge): EditedProperties {
  if (theirs === base || theirs === mine) return accepted(mine)
  if (mine === base) return { ok: true, source: theirs }
  const checked = readProperties(mine)
  if (!checked.ok) return checked
  return mergeLines({ base, mine, theirs }) ?? mergeValues({ base, mine, theirs })
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
