/** Letters and digits that no folding touches. */
const simple = /^[a-z0-9_а-я]$/
/** A hyphen or an apostrophe may stand inside a word that its term is written without: e-mail. */
const joined = "[-'\\u2010\\u2011\\u2019]?"
/** Everything else but punctuation may fold to anything, so its run is read. */
const folded = '[^\\x00-\\x7F\\u00A0\\u0410-\\u044F\\u2010-\\u2027]'
const letters = 'A-Za-z\\u0410-\\u044F'
/** English stems replace a second letter: dying, die. */
const replaced: Record<string, readonly string[]> = { i: ['i', 'y'] }

/**
 * A pattern that matches, in any run of a text that holds one of the terms, inside of that run, and in few
 * others. Terms are compared by their first letters, which stemming keeps: `kept` says how many. Undefined
 * where a term begins with something that has more than one spelling.
 */
export function candidatePattern(terms: Iterable<string>, kept: 1 | 2): RegExp | undefined {
  const followers = new Map<string, Set<string>>()
  for (const term of terms) {
    const first = term.charAt(0)
    if (!simple.test(first)) return undefined
    const second = term.charAt(1)
    const seconds = followers.get(first) ?? new Set()
    seconds.add(kept === 2 && simple.test(second) ? second : '')
    followers.set(first, seconds)
  }
  // A word begins behind what is no letter, a number behind what is no digit, and a capital begins one anywhere.
  const starts = [...followers].flatMap(([first, seconds]) => {
    const rest = following(seconds)
    const upper = first.toUpperCase()
    if (upper !== first) return [`(?<![${letters}])${first}${rest}`, upper + rest]
    return [`(?<![0-9])${first}${rest}`]
  })
  return new RegExp([...starts, folded].join('|'), 'g')
}

function following(seconds: ReadonlySet<string>): string {
  if (seconds.has('')) return ''
  const all = [...seconds].flatMap((letter) => replaced[letter] ?? [letter])
  return `${joined}[${all.map((letter) => letter + letter.toUpperCase()).join('')}]`
}
