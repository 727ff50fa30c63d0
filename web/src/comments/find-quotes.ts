import { findQuote, readPageText } from '../../../content/quote.ts'

export type Quoted = {
  id: string
  quote: {
    text: string
    prefix: string
    suffix: string
    block: number | null
    start: number | null
  }
}

/** Where a quote is: `from` and `to` are a block's number, from 1, and a character of its text. */
export type QuoteRange = {
  id: string
  from: { block: number; at: number }
  to: { block: number; at: number }
}

/** Finds quotes in the texts of a page's blocks, by the rules the server finds them by. */
export function findQuotes(blocks: readonly string[], quotes: readonly Quoted[]): QuoteRange[] {
  const page = readPageText(blocks.map((text, index) => ({ number: index + 1, text })))
  return quotes.flatMap(({ id, quote }) => {
    const { text, prefix, suffix } = quote
    const found = findQuote(page, {
      text,
      prefix,
      suffix,
      block: quote.block ?? 1,
      start: quote.start ?? 0,
    })
    if (found === undefined) return []
    const from = { block: found.block, at: found.start }
    return [{ id, from, to: forward(blocks, from, found.text.length) }]
  })
}

/** So many characters on, a block's end counting as one. */
function forward(
  blocks: readonly string[],
  { block, at }: { block: number; at: number },
  length: number,
): { block: number; at: number } {
  let left = at + length
  for (let number = block; number <= blocks.length; number += 1) {
    const size = blocks[number - 1]?.length ?? 0
    if (left <= size) return { block: number, at: left }
    left -= size + 1
  }
  return { block: blocks.length, at: blocks.at(-1)?.length ?? 0 }
}
