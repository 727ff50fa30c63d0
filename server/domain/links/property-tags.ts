import { foldTag, toTag } from '../../../content/links/tags.ts'
import type { WrittenProperty } from '../document/properties.ts'
import type { Scalar } from '../document/property-values.ts'

/**
 * The value of the property `tags` with the new name of a tag, each tag once; undefined if it does not have the tag.
 * A list stays a list, and a text with commas stays a text.
 */
export function renamedTags(
  written: readonly WrittenProperty[],
  { from, to }: { from: string; to: string },
): Scalar | Scalar[] | undefined {
  const property = written.find(({ key }) => key === 'tags')
  if (property === undefined || property.kind !== 'values') return undefined
  const { values, isList } = property
  const [only] = values
  // The index reads a list of one in the same way.
  if (values.length === 1 && typeof only === 'string' && only.includes(',')) {
    const parts = only.split(',').map((part) => part.trim())
    const renamed = renamedNames(parts, from, to)
    if (renamed === undefined) return undefined
    const text = renamed.join(', ')
    return isList ? [text] : text
  }
  const renamed = renamedNames(values, from, to)
  if (renamed === undefined) return undefined
  return isList ? renamed : renamed[0]
}

function renamedNames(names: readonly Scalar[], from: string, to: string): Scalar[] | undefined {
  let isChanged = false
  const tags = new Map<string, Scalar>()
  for (const name of names) {
    const tag = tagOf(name)
    const isRenamed = tag === foldTag(from) && String(name).replace(/^#/, '') !== to
    isChanged ||= isRenamed
    const mark = String(name).startsWith('#') ? '#' : ''
    const next = isRenamed ? mark + to : name
    if (!tags.has(tagOf(next))) tags.set(tagOf(next), next)
  }
  return isChanged ? [...tags.values()] : undefined
}

function tagOf(name: Scalar): string {
  return toTag(String(name))
}
