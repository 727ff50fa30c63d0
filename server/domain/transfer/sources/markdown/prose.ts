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

/** A place in a text. */
export type Span = { start: number; end: number }

const sign = /`+|\$(?=\S)[^$\n]{1,500}\$|<!--(?:(?!<!--)[\s\S])*?-->/g

/**
 * Code, formulas and comments within a text. A run of backticks ends at the next one of its length, which is looked up:
 * a search for each run that nothing closes would read the text as often as it has runs.
 */
function* codeSpans(prose: string): Generator<Span> {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of prose.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? []
    starts.push(index)
    runs.set(run.length, starts)
  }
  for (const starts of runs.values()) starts.reverse()
  const next = (length: number, after: number): number | undefined => {
    const starts = runs.get(length) ?? []
    while ((starts.at(-1) ?? Infinity) <= after) starts.pop()
    return starts.at(-1)
  }
  const signs = new RegExp(sign)
  for (let found = signs.exec(prose); found !== null; found = signs.exec(prose)) {
    const [text] = found
    const start = found.index
    if (!text.startsWith('`')) yield { start, end: start + text.length }
    else {
      const closing = next(text.length, start)
      if (closing === undefined) continue
      signs.lastIndex = closing + text.length
      yield { start, end: signs.lastIndex }
    }
  }
}

/** Code and formulas, also in fences, and comments. */
export function* listCode(text: string): Generator<Span> {
  let at = 0
  for (const part of splitCode(text)) {
    const start = at
    at += part.text.length
    if (part.isCode) yield { start, end: at }
    else for (const span of codeSpans(part.text)) yield shifted(span, start)
  }
}

function shifted({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by }
}

/** Changes a text outside of code and formulas within it. */
export function mapText(prose: string, change: (text: string) => string): string {
  let result = ''
  let at = 0
  for (const { start, end } of codeSpans(prose)) {
    result += change(prose.slice(at, start)) + prose.slice(start, end)
    at = end
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
