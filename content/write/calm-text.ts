import type { SafeConfig, State } from 'mdast-util-to-markdown'

const calm = /^[\p{L}\p{N} ,.;:?'"%/()\n]*$/u
const address = /^[\w.:/?#=-]*$/

// A bare link, a list marker, or white space at the edge of a line: the only syntax that these characters can
// create.
const exception = /[Ww]\.[-.\w]|[ps]:\/|\n(?!\p{L})|[ \t]\n/u
const riskyEdge = /^[.:/]|[WwPpSs][.:]?$/

/**
 * Whether nothing in a text can start or end a construct. The library applies about sixty patterns to every text,
 * and this check avoids them for most of a note.
 */
export function isCalm(input: string, config: SafeConfig, state: State): boolean {
  const construct = state.stack.at(-1) ?? ''
  if (/^(?:destination|title|code|autolink)/.test(construct)) return address.test(input)
  if (!calm.test(input) || exception.test(input)) return false
  if (input.includes('\n') && !state.stack.includes('paragraph')) return false
  const { before, after } = config
  if (/[\r\n\](|]$/.test(before) && !/^\p{L}/u.test(input)) return false
  if (/^[\r\n|]/.test(after) && /[\s\d]$/.test(input)) return false
  return !riskyEdge.test(input) || !exception.test(before.slice(-2) + input + after)
}
