import { startTimeSlice } from '../../../../lib/time-slices.ts'

/** A fence of code or a formula, also in a list or a quote. */
const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,}|\$\$)/

/** Text between fences of code and formulas, and these. */
export type Part = { text: string; isCode: boolean }

/** Splits a text at its fences. Joined, the parts are the text again. */
export function splitCode(text: string): Part[] {
  const parts: Part[] = []
  let lines: string[] = []
  let open: string | undefined
  const endPart = (isCode: boolean): void => {
    if (lines.length > 0) parts.push({ text: lines.join(''), isCode })
    lines = []
  }
  for (const line of text.split(/(?<=\n)/)) {
    const sign = fence.exec(line)?.[1]
    if (open === undefined) {
      if (sign !== undefined && !closesItself(line, sign)) {
        endPart(false)
        open = sign
      }
      lines.push(line)
      continue
    }
    lines.push(line)
    if (sign === undefined || !sign.startsWith(open)) continue
    endPart(true)
    open = undefined
  }
  endPart(open !== undefined)
  return parts
}

/** A formula, or code, in one line. */
function closesItself(line: string, sign: string): boolean {
  return line.indexOf(sign, line.indexOf(sign) + sign.length) >= 0
}

const codeSpan =
  /(?<!`)(`+)(?!`)[^`](?:[\s\S]*?[^`])??\1(?!`)|\$(?=\S)[^$\n]{1,500}\$|<!--(?:(?!<!--)[\s\S])*?-->/g

/** Changes a text outside of code and formulas within it. */
export function mapText(prose: string, change: (text: string) => string): string {
  let result = ''
  let at = 0
  for (const match of prose.matchAll(codeSpan)) {
    result += change(prose.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return result + change(prose.slice(at))
}

/** Changes the text outside of fences, with pauses for other work. */
export async function mapProse(text: string, change: (prose: string) => string): Promise<string> {
  const slice = startTimeSlice()
  const results: string[] = []
  for (const { text: part, isCode } of splitCode(text)) {
    if (isCode) {
      results.push(part)
      continue
    }
    // A paragraph at a time; what is written across paragraphs is changed before.
    for (const paragraph of part.split(/(?<=\n[ \t]*\n)/)) {
      results.push(change(paragraph))
      if (slice.isOver()) await slice.pause()
    }
  }
  return results.join('')
}
