export type Excerpt = {
  text: string
  /** Offset of the next part. Null at the end. */
  nextOffset: number | null
}

/**
 * The part of a text from `offset` that fits into `maxBytes` of UTF-8. It ends at a line break if there is one in
 * its second half, and never inside a character.
 */
export function takeExcerpt(text: string, offset: number, maxBytes: number): Excerpt {
  const start = characterStart(text, Math.min(offset, text.length))
  const rest = text.slice(start, start + maxBytes)
  const fits = start + fitting(rest, maxBytes)
  if (fits >= text.length) return { text: text.slice(start), nextOffset: null }
  const line = text.lastIndexOf('\n', fits - 1) + 1
  const cut = line > start + (fits - start) / 2 ? line : characterStart(text, fits)
  const end = cut > start ? cut : fits
  return { text: text.slice(start, end), nextOffset: end }
}

/** The same for `maxBytes` of JSON, whose escapes make a text up to six times longer. */
export function excerptAsJson(text: string, offset: number, maxBytes: number): Excerpt {
  for (let bytes = maxBytes; ;) {
    const excerpt = takeExcerpt(text, offset, bytes)
    const size = Buffer.byteLength(JSON.stringify(excerpt.text))
    if (size <= maxBytes) return excerpt
    bytes = Math.max(1, Math.min(bytes - 1, Math.floor((bytes * maxBytes) / size)))
  }
}

/** Number of UTF-16 units of a text that fit into `maxBytes` of UTF-8. */
function fitting(text: string, maxBytes: number): number {
  if (Buffer.byteLength(text) <= maxBytes) return text.length
  return new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read
}

function characterStart(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') && at > 0 ? at - 1 : at
}
