/** What a body of JSON may hold, checked before it is parsed. */
export type JsonLimits = {
  /** Members of objects and items of arrays, outside of documents. */
  values: number
  /** Levels of objects and arrays. */
  depth: number
  /** Names of the top-level members that hold a document, which has no limit of values. */
  documents?: readonly string[]
}

/** Where in the bytes the value of a top-level member stands. */
export type Span = { name: string; start: number; end: number }

export type ScannedJson =
  | { ok: true; documents: readonly Span[] }
  | { ok: false; exceeded: 'values' | 'depth' }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Bytes of a string that are passed over at once where none of them ends it. */
const stretch = 4096
/** Most strings are short: their bytes are looked at one by one. */
const shortString = 64

/**
 * Counts what JSON holds, and finds its documents, in one pass over the bytes that keeps nothing. JSON that
 * is broken is scanned too: parsing refuses it afterwards.
 */
export function scanJson(bytes: Buffer, limits: JsonLimits): ScannedJson {
  const named = (limits.documents ?? []).map((name) => ({ name, quoted: JSON.stringify(name) }))
  const documents: Span[] = []
  let values = 0
  let depth = 0
  let name: string | undefined
  let start = -1
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === quote) {
      const end = endOfString(bytes, index)
      if (named.length > 0 && depth === 1 && start === -1) {
        name = named.find(isAt(bytes, index, end))?.name
      }
      index = end
    } else if (byte === colon) {
      if (depth === 1 && name !== undefined && start === -1) start = index + 1
    } else if (byte === openArray || byte === openObject) {
      depth += 1
      if (depth > limits.depth) return { ok: false, exceeded: 'depth' }
      if (start === -1) values += 1
    } else if (byte === comma || byte === closeArray || byte === closeObject) {
      if (depth === 1 && start !== -1 && name !== undefined) {
        documents.push({ name, start, end: index })
        start = -1
      }
      if (depth === 1) name = undefined
      if (byte !== comma) depth -= 1
      else if (start === -1) values += 1
    }
    if (values > limits.values) return { ok: false, exceeded: 'values' }
  }
  return { ok: true, documents }
}

function isAt(bytes: Buffer, start: number, end: number) {
  return ({ quoted }: { quoted: string }): boolean =>
    end + 1 - start === quoted.length && bytes.toString('latin1', start, end + 1) === quoted
}

/** The quote that ends the string which begins at `start`, or the last byte. */
function endOfString(bytes: Buffer, start: number): number {
  const near = Math.min(bytes.length, start + shortString)
  let index = start + 1
  while (index < bytes.length) {
    const end = index < near ? near : Math.min(bytes.length, index + stretch)
    if (index >= near && end - index === stretch && isPlain(bytes.subarray(index, end))) {
      index = end
      continue
    }
    for (; index < end; index += 1) {
      const byte = bytes[index]
      if (byte === quote) return index
      if (byte === backslash) index += 1
    }
  }
  return bytes.length - 1
}

function isPlain(part: Buffer): boolean {
  return !part.includes(quote) && !part.includes(backslash)
}
