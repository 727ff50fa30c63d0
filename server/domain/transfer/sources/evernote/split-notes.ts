import { AppError } from '../../../../lib/errors.ts'
import { startTimeSlice } from '../../../../lib/time-slices.ts'

/** A note of an export, and the base64 of its files, which its XML names by number. */
export type NoteParts = { xml: Buffer; data: Buffer[] }

/** Searched at once. */
const windowBytes = 1024 ** 2

/** Bytes that the reader of a note does not need: files, and what the program recognized in images. */
const cut = ['data', 'alternate-data', 'recognition'] as const

type Find = (text: string, from: number) => Promise<number>

/**
 * The notes of an `.enex` file, one after another, with pauses for other work. Throws VALIDATION_FAILED where the file
 * ends within a note.
 */
export async function* splitNotes(bytes: Buffer): AsyncGenerator<NoteParts> {
  const find = finderOf(bytes)
  let end = 0
  for (;;) {
    const start = await find('<note>', end)
    if (start === Infinity) break
    const note = await readNote(bytes, find, start)
    yield note.parts
    end = note.end
  }
  if (end > 0) return
  if ((await find('<en-export', 0)) === Infinity || (await find('</en-export>', 0)) === Infinity) {
    throw damaged()
  }
}

async function readNote(
  bytes: Buffer,
  find: Find,
  start: number,
): Promise<{ parts: NoteParts; end: number }> {
  const remaining: Buffer[] = []
  const data: Buffer[] = []
  let from = start
  for (let at = start; ;) {
    const closing = await find('</note>', at)
    const text = await find('<![CDATA[', at)
    const starts = await Promise.all(cut.map((tag) => find(`<${tag}`, at)))
    const next = Math.min(closing, text, ...starts)
    if (next === Infinity) throw damaged()
    if (next === closing) {
      const end = closing + '</note>'.length
      remaining.push(bytes.subarray(from, end))
      return { parts: { xml: Buffer.concat(remaining), data }, end }
    }
    if (next === text) {
      at = await closingOf(find, ']]>', text)
      continue
    }
    const tag = cut[starts.indexOf(next)] ?? 'data'
    const content = await closingOf(find, '>', next)
    const isEmpty = bytes[content - 2] === slash
    const end = isEmpty ? content : await closingOf(find, `</${tag}>`, content)
    remaining.push(bytes.subarray(from, next))
    if (tag === 'data') {
      remaining.push(Buffer.from(`<data number="${data.length}"/>`))
      data.push(isEmpty ? Buffer.alloc(0) : bytes.subarray(content, end - '</data>'.length))
    }
    at = end
    from = end
  }
}

const slash = 47

async function closingOf(find: Find, text: string, from: number): Promise<number> {
  const found = await find(text, from)
  if (found === Infinity) throw damaged()
  return found + text.length
}

/** Remembers what it found, so that each text is searched for once in the file. */
function finderOf(bytes: Buffer): Find {
  const known = new Map<string, number>()
  const slice = startTimeSlice()
  return async (text, from) => {
    const before = known.get(text)
    if (before !== undefined && before >= from) return before
    for (let at = from; at < bytes.length; at += windowBytes) {
      if (slice.isOver()) await slice.pause()
      const found = bytes.subarray(at, at + windowBytes + text.length - 1).indexOf(text)
      if (found < 0) continue
      known.set(text, at + found)
      return at + found
    }
    known.set(text, Infinity)
    return Infinity
  }
}

function damaged(): AppError {
  const message = 'The Evernote export is damaged or incomplete. Export the notes again.'
  return new AppError('VALIDATION_FAILED', message)
}
