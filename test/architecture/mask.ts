/**
 * TypeScript with the inside of comments, strings and regular expressions blanked out, everything else at
 * its place: what is left can be searched for code. A scanner of a few rules, not a parser; the house
 * tests that use it fail loudly where it is wrong, because the result must still be TypeScript.
 */
export function mask(text: string): string {
  const masked = text.split('')
  const open: ('{' | '${')[] = []
  let at = 0

  const blank = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) {
      if (masked[index] !== '\n') masked[index] = ' '
    }
    at = to
  }
  const template = (from: number): void => {
    const end = templateEnd(text, from)
    const isHole = text.startsWith('${', end)
    blank(from, end)
    at = end + (isHole ? 2 : 1)
    if (isHole) open.push('${')
  }

  while (at < text.length) {
    const character = text[at] ?? ''
    if (text.startsWith('//', at)) blank(at, endOf(text, '\n', at))
    else if (text.startsWith('/*', at)) blank(at, endOf(text, '*/', at) + 2)
    else if (character === "'" || character === '"') {
      blank(at + 1, stringEnd(text, at))
      at += 1
    } else if (character === '`') template(at + 1)
    else if (character === '/' && startsRegExp(masked, at)) {
      blank(at + 1, regExpEnd(text, at))
      at += 1
    } else if (character === '{') {
      open.push('{')
      at += 1
    } else if (character === '}') {
      if (open.pop() === '${') template(at + 1)
      else at += 1
    } else at += 1
  }
  return masked.join('')
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1
  return at
}

/** Where the text of a template stops: at its closing backtick or at the next hole. */
function templateEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '`' && !text.startsWith('${', at)) {
    at += text[at] === '\\' ? 2 : 1
  }
  return at
}

function regExpEnd(text: string, start: number): number {
  let inClass = false
  let at = start + 1
  for (; at < text.length && (inClass || text[at] !== '/'); at += text[at] === '\\' ? 2 : 1) {
    if (text[at] === '[') inClass = true
    if (text[at] === ']') inClass = false
  }
  return at
}

/** A slash divides after a value and opens a regular expression everywhere else. */
function startsRegExp(masked: readonly string[], at: number): boolean {
  const before = masked
    .slice(Math.max(0, at - 40), at)
    .join('')
    .trimEnd()
  const word = /[\w$]+$/.exec(before)?.[0]
  if (word !== undefined) return /^(?:return|typeof|case|of|in|yield|await|void)$/.test(word)
  return !/[)\]'"`]$/.test(before)
}
