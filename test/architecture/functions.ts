import { lineAt, place, type Source } from './sources.ts'

/** A block that belongs to a statement, not to a function. */
const statements = /\b(?:if|for|while|switch|catch|with|await)\s*$/

/**
 * The functions of a file that have a block for a body, with their length from head to closing brace. Types
 * are gone from the text, so a body's brace follows `=>` or the closing parenthesis of its parameters.
 */
export function functionsOf(source: Source): { at: string; lines: number }[] {
  const { plain } = source
  return [...plain.matchAll(/(?:=>|\))\s*\{/g)].flatMap((match) => {
    const brace = match.index + match[0].length - 1
    const head = match[0].startsWith(')') ? matching(plain, match.index, -1) : match.index
    if (match[0].startsWith(')') && statements.test(plain.slice(Math.max(0, head - 20), head))) {
      return []
    }
    const end = matching(plain, brace, 1)
    const lines = lineAt(plain, end) - lineAt(plain, head) + 1
    return [{ at: place(source, head), lines }]
  })
}

/** The bracket that belongs to the one at `start`, looking forwards or backwards. */
function matching(text: string, start: number, step: 1 | -1): number {
  let depth = 0
  for (let at = start; at >= 0 && at < text.length; at += step) {
    const character = text[at] ?? ''
    if ('({['.includes(character)) depth += step
    if (')}]'.includes(character)) depth -= step
    if (depth === 0) return at
  }
  return start
}
