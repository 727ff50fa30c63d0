import type { ContentNode } from '../node.ts'
import { blockHash, blockKey } from './block-key.ts'
import { type ChangedUnit, changeText } from './change-text.ts'
import { type Fragment, joinFragments, withoutTrailingLines } from './join.ts'
import { pairBlocks } from './pair.ts'
import type { SourcePart } from './split.ts'

export type Assembly = {
  /** The blocks of the document. */
  blocks: readonly ContentNode[]
  /** The generated Markdown of each of some blocks; '' for a block without any. Only called if something has changed. */
  generate: (blocks: readonly ContentNode[]) => readonly string[]
  /** The parts of the text that an earlier state of the document was read from. */
  parts: readonly SourcePart[]
  /** Reads a text as the document will be read from it; undefined if it cannot be read. */
  read: (markdown: string) => readonly ContentNode[] | undefined
}

export type Assembled = {
  markdown: string
  /** What is read from it. */
  blocks: readonly ContentNode[]
}

const maxAttempts = 7

/**
 * The Markdown of a document, with the stored text of every block that has not changed, and of the lines and words that
 * have not in the others. The text is read again: where it gives another document, because a definition is missing or a
 * list joins its neighbor, blocks are generated.
 */
export function assembleMarkdown({ blocks, generate, parts: stored, read }: Assembly): Assembled {
  const keys = blocks.map(blockKey)
  const parts = withJoinedWikilinks(stored, keys, read)
  const indexes = blocks
    .keys()
    .filter((index) => keys[index] !== emptyKey)
    .toArray()
  const pairs = pairBlocks(
    indexes.map((index) => {
      const key = keys[index] ?? ''
      return { hash: blockHash(key), words: key }
    }),
    parts,
  )
  const lineEnding = lineEndingOf(parts)
  let generated: readonly string[] | undefined
  const generatedOf = (index: number) => (generated ??= generate(blocks))[index] ?? ''
  const markdownOf = (index: number) => generatedOf(index).replaceAll('\n', lineEnding)
  const former = formerMarkdown({ generate, parts, read }, pairs.replaced)
  const changedOf = (index: number, part: number | undefined, unit: ChangedUnit) => {
    const before = part === undefined ? undefined : former(part)
    const text = parts[part ?? -1]?.text
    if (before === undefined || text === undefined) return markdownOf(index)
    const change = { before, after: generatedOf(index) }
    return changeText(withoutTrailingLines(text), change, { unit, lineEnding })
  }
  const canonical = () => canonicalOf(indexes.map(markdownOf), lineEnding)
  const levels = indexes.map((_, number): Level =>
    pairs.same[number] === undefined ? 'words' : 'stored',
  )
  let expected = indexes.map((index) => keys[index] ?? '')
  for (let attempt = 1; attempt <= maxAttempts && parts.length > 0; attempt += 1) {
    const fragments = indexes.map((index, number): Fragment => ({
      markdown: () => {
        const level = levels[number]
        const isChanged = level === 'words' || level === 'lines'
        return isChanged ? changedOf(index, pairs.replaced[number], level) : markdownOf(index)
      },
      part: pairs.same[number],
      replaced: pairs.replaced[number],
      isForced: levels[number] === 'generated',
    }))
    const markdown = joinFragments(fragments, parts, lineEnding)
    const found = read(markdown)
    if (found === undefined) break
    const foundKeys = keysOf(found)
    if (attempt > 1 || differing(foundKeys, expected).length > 0) {
      // A document from an editor may differ from its own Markdown.
      if (attempt === 1) expected = keysOf(read(canonical()) ?? [])
      if (expected.length !== indexes.length) break
    }
    const wrong = differing(foundKeys, expected)
    if (wrong.length === 0) return { markdown, blocks: found }
    if (!raise(levels, wrong)) break
  }
  const markdown = canonical()
  return { markdown, blocks: parts.length === 0 ? blocks : (read(markdown) ?? blocks) }
}

/** The parts with the blocks that they are now: a wikilink is a link since its page exists. */
function withJoinedWikilinks(
  parts: readonly SourcePart[],
  keys: readonly string[],
  read: Assembly['read'],
): readonly SourcePart[] {
  if (!parts.some(({ text }) => text.includes('[['))) return parts
  const known = new Set(parts.map(({ hash }) => hash))
  if (keys.every((key) => key === emptyKey || known.has(blockHash(key)))) return parts
  const now = keysOf(read(parts.map(({ text }) => text).join('')) ?? [])
  if (now.length !== parts.filter(({ hash }) => hash !== '').length) return parts
  const hashes = now.map(blockHash).values()
  return parts.map((part) => {
    if (part.hash === '') return part
    const { value: hash = part.hash } = hashes.next()
    return part.text.includes('[[') ? { ...part, hash } : part
  })
}

/** The generated Markdown of the blocks that changed ones replace, by the index of their part. */
function formerMarkdown(
  { generate, parts, read }: Pick<Assembly, 'generate' | 'parts' | 'read'>,
  replaced: ReadonlyArray<number | undefined>,
): (part: number) => string | undefined {
  let known: ReadonlyMap<number, string> | undefined
  return (part) => {
    known ??= generateFormer()
    return known.get(part)
  }
  function generateFormer(): ReadonlyMap<number, string> {
    const blocks = read(parts.map(({ text }) => text).join('')) ?? []
    const shown = blocks.filter((block) => blockKey(block) !== emptyKey)
    const hashed = parts.flatMap(({ hash }, index) => (hash === '' ? [] : [index]))
    const indexes = new Set(replaced)
    const wanted = hashed.flatMap((part, number) => {
      const block = shown.length === hashed.length ? shown[number] : undefined
      return block !== undefined && indexes.has(part) ? [{ part, block }] : []
    })
    const markdown = generate(wanted.map(({ block }) => block))
    return new Map(wanted.map(({ part }, number) => [part, markdown[number] ?? '']))
  }
}

function keysOf(blocks: readonly ContentNode[]): string[] {
  return blocks.map(blockKey).filter((key) => key !== emptyKey)
}

const emptyKey = blockKey({ type: 'paragraph' })

function lineEndingOf(parts: readonly SourcePart[]): string {
  for (const { text } of parts) {
    const found = /\r\n?|\n/.exec(text)
    if (found !== null) return found[0]
  }
  return '\n'
}

function canonicalOf(markdown: readonly string[], lineEnding: string): string {
  const blocks = markdown.filter((block) => block !== '')
  return blocks.length > 0 ? blocks.join(lineEnding + lineEnding) + lineEnding : ''
}

/** Indexes of the expected blocks that were not found. */
function differing(found: readonly string[], expected: readonly string[]): number[] {
  const all = expected.keys().toArray()
  if (found.length === expected.length)
    return all.filter((index) => found[index] !== expected[index])
  const start = all.find((index) => found[index] !== expected[index]) ?? expected.length
  let ending = 0
  const maxEnding = Math.min(found.length, expected.length) - start
  while (ending < maxEnding && found.at(-1 - ending) === expected.at(-1 - ending)) ending += 1
  const wrong = all.slice(start, expected.length - ending)
  // A text that has more blocks than the document has them between these two.
  return wrong.length > 0 ? wrong : all.slice(Math.max(0, start - 1), start + 1)
}

/** How much of a block is stored text: all of it, all but changed words, all but changed lines, or nothing. */
type Level = 'stored' | ChangedUnit | 'generated'

const nextLevel = {
  stored: 'generated',
  words: 'lines',
  lines: 'generated',
  generated: 'generated',
} as const

/** Uses less of the stored text of some blocks, or else of their neighbors. Returns whether it could. */
function raise(levels: Level[], indexes: readonly number[]): boolean {
  const isRaised = indexes.map((index) => raiseOne(levels, index)).includes(true)
  if (isRaised) return true
  const neighbors = indexes.flatMap((index) => [index - 1, index + 1])
  return neighbors.map((index) => raiseOne(levels, index)).includes(true)
}

function raiseOne(levels: Level[], index: number): boolean {
  const level = levels[index]
  if (level === undefined || level === 'generated') return false
  levels[index] = nextLevel[level]
  return true
}
