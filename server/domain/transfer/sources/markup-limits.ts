import { AppError } from '../../../lib/errors.ts'

/**
 * What XML or HTML of one document may have. Parsed, an element takes about 700 bytes and an attribute 200; packed, it takes
 * two bits. A page has at most 50,000 nodes.
 */
export type MarkupLimits = { elements: number; attributes: number; depth: number }

export const markupLimits: MarkupLimits = { elements: 150_000, attributes: 250_000, depth: 500 }

/** Counts markup before it is parsed, several parts of a document together. */
export type MarkupCount = {
  /** Throws VALIDATION_FAILED when there is too much. `isXml`: only there, each element is closed. */
  add: (markup: string, isXml: boolean) => void
}

export function countMarkup(limits: MarkupLimits = markupLimits): MarkupCount {
  let [elements, attributes] = [0, 0]
  const add: MarkupCount['add'] = (markup, isXml) => {
    let depth = 0
    let from = 0
    for (let at = markup.indexOf('<'); at !== -1; at = markup.indexOf('<', from)) {
      from = at + 1
      const next = markup.charCodeAt(from)
      if (next === slash) depth -= 1
      if (!isNameStart(next)) continue
      elements += 1
      const end = markup.indexOf('>', at)
      // The rest is one tag, or text.
      if (end === -1) break
      from = end
      attributes += countOf(markup, at, end)
      if (markup.charCodeAt(end - 1) !== slash) depth += 1
      if (elements > limits.elements || attributes > limits.attributes) throw tooMany()
      if (isXml && depth > limits.depth) throw tooDeep()
    }
  }
  return { add }
}

const slash = 47
const equals = 61

/** Letters, `_` and whatever is outside ASCII. */
function isNameStart(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code > 127
}

function countOf(markup: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (markup.charCodeAt(at) === equals) count += 1
  return count
}

function tooMany(): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    'The document has too many parts for a page. Split it into several documents.',
  )
}

function tooDeep(): AppError {
  return new AppError('VALIDATION_FAILED', 'The parts of the document are nested too deeply.')
}
