import { createHash } from 'node:crypto'

/** What of a page is embedded as one vector: its title, and a stretch of its text. */
export type Chunk = {
  /** The first block it holds. */
  block: number
  text: string
  /** The same text has the same hash. */
  hash: string
}

export type PageText = { title: string; blocks: readonly { number: number; text: string }[] }

/** Words of a chunk: fewer only where the page ends. Larger ones blur, smaller ones lack context. */
const fewest = 90
const maxChunkWords = 200
/** Of a page as long as several books only the beginning is embedded; all of it is found by its words. */
const maxChunks = 2000
/** Longer sentences are cut, so that there is always a place to end a chunk. */
const maxPassageWords = 55

/** Text that stays together; `order` puts the best places to end a chunk first. */
type Passage = { block: number; text: string; words: number; order: string }

/**
 * Cuts a page into chunks of 90 to 200 words. Among the places where a chunk may end the text itself
 * decides: the one with the smallest hash, ends of blocks before ends of sentences. So an insertion moves
 * the borders near it and leaves those further on as they were.
 */
export function chunkPage({ title, blocks }: PageText): Chunk[] {
  const heading = title.replaceAll(/\s+/g, ' ').trim()
  const passages = blocks.flatMap(cutBlock)
  const chunks: Chunk[] = []
  let left = passages.reduce((sum, { words }) => sum + words, 0)
  for (let start = 0; start < passages.length && chunks.length < maxChunks;) {
    const end = left <= maxChunkWords ? passages.length : endOf(passages, start, left)
    const part = passages.slice(start, end)
    chunks.push(makeChunk(heading, part))
    left -= part.reduce((sum, { words }) => sum + words, 0)
    start = end
  }
  return chunks.length === 0 && heading !== '' ? [makeChunk(heading, [])] : chunks
}

/** Words as a measure of length: a long word counts for more, and two letters of Chinese or Japanese as one. */
export function countWords(text: string): number {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0
  const words = text.match(/[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+/gu) ?? []
  const long = words.reduce((sum, word) => sum + Math.floor(word.length / 16), 0)
  return words.length + long + Math.ceil(dense / 2)
}

function makeChunk(title: string, passages: readonly Passage[]): Chunk {
  const body = passages.map(({ text }) => text).join(' ')
  const text = title === '' ? body : body === '' ? title : `${title}\n\n${body}`
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
  return { block: passages[0]?.block ?? 0, text, hash }
}

/** The end of a chunk that begins at `start`, of a text that is longer than one chunk. */
function endOf(passages: readonly Passage[], start: number, left: number): number {
  let words = 0
  let best: { end: number; order: string } | undefined
  let end = start
  for (const passage of passages.slice(start, start + maxChunkWords)) {
    words += passage.words
    if (words > maxChunkWords) break
    end += 1
    // What would be left is long enough for a chunk of its own.
    const isAllowed = words >= fewest && left - words >= fewest
    if (isAllowed && (best === undefined || passage.order < best.order)) {
      best = { end, order: passage.order }
    }
  }
  return best?.end ?? Math.max(end, start + 1)
}

function cutBlock({ number, text }: { number: number; text: string }): Passage[] {
  const sentences = text.match(/[^.!?。！？…\n]*(?:[.!?。！？…]+["'»”’)\]]*\s*|\n+|$)/gu) ?? []
  const parts = sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .flatMap(cutSentence)
  return parts.map((part, index) => ({
    block: number,
    text: part,
    words: countWords(part),
    order: `${index === parts.length - 1 ? 0 : 1}${shortHash(part)}`,
  }))
}

function cutSentence(sentence: string): string[] {
  if (countWords(sentence) <= maxPassageWords) return [sentence]
  const parts: string[] = []
  let part = ''
  let words = 0
  for (const word of sentence.match(
    /\s*[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{1,64}|\s*\S/gu,
  ) ?? []) {
    const more = Math.max(
      0.5,
      countWords(word) /
        (/^\s*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]$/u.test(word) ? 2 : 1),
    )
    if (words + more > maxPassageWords) {
      parts.push(part.trim())
      part = ''
      words = 0
    }
    part += word
    words += more
  }
  if (part.trim() !== '') parts.push(part.trim())
  return parts
}

/** FNV-1a: only spreads. */
function shortHash(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
