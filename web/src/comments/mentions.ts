export type Person = { id: string; firstName: string; lastName: string }

/** Names as they stand in the text, with whom they mean. */
export type Mentions = ReadonlyMap<string, string>

export type Draft = { text: string; mentions: Mentions }

const link = /\[@((?:[^[\]\\]|\\.)+)\]\(\/members\/([\da-f-]{36})\)/gi

export function nameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`.trim()
}

/** While it is written a mention is `@Ada Lovelace`; kept it is a link to the person. */
export function toMarkdown({ text, mentions }: Draft): string {
  // Longer names first, for Ada Lovelace is not Ada.
  const names = [...mentions.keys()].toSorted((a, b) => b.length - a.length)
  if (names.length === 0) return text.trim()
  const pattern = new RegExp(`@(${names.map(escapeRegExp).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return text
    .replaceAll(
      pattern,
      (_, name: string) => `[@${escapeText(name)}](/members/${mentions.get(name)})`,
    )
    .trim()
}

export function toDraft(markdown: string): Draft {
  const mentions = new Map<string, string>()
  const text = markdown.replaceAll(link, (_, escaped: string, id: string) => {
    const name = escaped.replaceAll(/\\(.)/g, '$1')
    mentions.set(name, id)
    return `@${name}`
  })
  return { text, mentions }
}

/** What is being typed behind an @ at the cursor; undefined where it is none. */
export function mentionAt(
  text: string,
  cursor: number,
): { from: number; query: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{N}]*(?: [\p{L}\p{N}]*)?)$/u.exec(text.slice(0, cursor))
  if (found === null) return undefined
  const query = found[1] ?? ''
  return { from: cursor - query.length - 1, query }
}

/** Those whose names begin so, at most six. */
export function suggest(people: readonly Person[], query: string): Person[] {
  const wanted = fold(query)
  return people
    .filter((person) => {
      const name = fold(nameOf(person))
      return name.startsWith(wanted) || name.split(' ').some((part) => part.startsWith(wanted))
    })
    .slice(0, 6)
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function escapeText(name: string): string {
  return name.replaceAll(/[\\[\]*_`<]/g, '\\$&')
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
