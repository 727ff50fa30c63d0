import type { SourcePart } from './split.ts'

/** A block to write. */
export type Fragment = {
  /** Generates the text. */
  markdown: () => string
  /** The index of the part with its stored text. */
  part: number | undefined
  /** The index of the part that it replaces. */
  replaced: number | undefined
  /** Whether its stored text must not be used. */
  isForced: boolean
}

/** A text and the part whose position it has; undefined without one. */
type Chunk = { text: string; part: number | undefined }

/**
 * Joins blocks to a text. Neighbors in the stored text are separated as they were; others by a blank line. What lies
 * between stored blocks, such as link reference definitions, is always included.
 */
export function joinFragments(
  fragments: readonly Fragment[],
  parts: readonly SourcePart[],
  lineEnding: string,
): string {
  const chunks: Chunk[] = []
  let next = 0
  const addBetween = (until: number) => {
    for (; next < until; next += 1) {
      const part = parts[next]
      if (part?.hash === '') chunks.push({ text: part.text, part: next })
    }
  }
  addBetween(1)
  for (const { markdown, part, replaced, isForced } of fragments) {
    const index = part ?? replaced
    const stored = parts[index ?? -1]?.text
    if (index !== undefined) addBetween(index)
    const text = part === undefined || isForced ? undefined : stored
    if (text !== undefined) chunks.push({ text, part: index })
    else if (isForced || stored === undefined) chunks.push({ text: markdown(), part: undefined })
    else chunks.push({ text: markdown() + trailingLines(stored), part: index })
    // A definition stays with the block before it.
    if (index !== undefined && parts[index + 1]?.hash === '') addBetween(index + 2)
  }
  addBetween(parts.length)
  return joined(chunks, parts, lineEnding)
}

function joined(
  chunks: readonly Chunk[],
  parts: readonly SourcePart[],
  lineEnding: string,
): string {
  const texts: string[] = []
  let previous: Chunk | undefined
  for (const chunk of chunks) {
    if (previous !== undefined) texts.push(separator(previous, chunk, lineEnding))
    texts.push(chunk.text)
    previous = chunk
  }
  const text = texts.join('')
  if (previous === undefined || previous.part === parts.length - 1) return text
  const trimmed = withoutTrailingLines(text)
  return /[\r\n]$/.test(parts.at(-1)?.text ?? '') ? trimmed + lineEnding : trimmed
}

/** What is missing between two texts: nothing between neighbors, else a blank line. */
function separator(before: Chunk, after: Chunk, lineEnding: string): string {
  const isNeighbor =
    before.part !== undefined && after.part !== undefined && after.part === before.part + 1
  if (isNeighbor) return ''
  const count = trailingLines(before.text).match(/\r\n?|\n/g)?.length ?? 0
  return lineEnding.repeat(Math.max(0, 2 - count))
}

export function withoutTrailingLines(text: string): string {
  return text.slice(0, text.length - trailingLines(text).length)
}

/** The line breaks and blank lines at the end of a text. */
function trailingLines(text: string): string {
  const end = text.trimEnd().length
  const lines = text.slice(end)
  // A block can end with white space of its own.
  return lines.slice(Math.max(0, lines.search(/[\r\n]/)))
}
