export type FoundLink = { start: number; end: number; href: string }

const start = /https?:\/\/|www\.|@/gi
const domain = /[^\s/?#:<>&"'()*!,;[\]{}|\\^`~]*/y
const localPart = /[\w.+-]/
const emailDomain = /[\w-]+(?:\.[\w-]+)+/y

/** The bare links of a text by the rules of GitHub Flavored Markdown, in one linear pass. */
export function findLinks(text: string, before: string): FoundLink[] {
  const links: FoundLink[] = []
  let done = 0
  start.lastIndex = 0
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const found =
      match[0] === '@'
        ? emailAt(text, match.index, done, before)
        : urlAt(text, match.index, match[0], match.index === 0 ? before : text[match.index - 1])
    if (found === undefined || found.start < done) continue
    links.push(found)
    done = found.end
    start.lastIndex = found.end
  }
  return links
}

/** The bare link at an index, which begins with such a prefix and follows a character. */
export function urlAt(
  text: string,
  index: number,
  prefix: string,
  previous: string | undefined,
): FoundLink | undefined {
  const isWww = prefix.endsWith('.')
  if (isWww ? !/[\s(*_~[\]]/.test(previous ?? ' ') : /[a-z]/i.test(previous ?? ' ')) {
    return undefined
  }
  domain.lastIndex = isWww ? index : index + prefix.length
  const host = domain.exec(text)?.[0] ?? ''
  const segments = host.replace(/\.+$/, '').split('.')
  if (segments.at(-1) === '' || segments.slice(-2).some((segment) => segment.includes('_'))) {
    return undefined
  }
  if (isWww && segments.length < 2) return undefined
  const end = trimEnd(text, index, pathEnd(text, domain.lastIndex))
  const url = text.slice(index, end)
  return { start: index, end, href: isWww ? `http://${url}` : url }
}

function pathEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && !/[\s<]/.test(text.charAt(end))) end += 1
  return end
}

/** Punctuation at the end belongs to the sentence; a closing parenthesis only if it was opened before the link. */
function trimEnd(text: string, from: number, to: number): number {
  let end = to
  let unopened = 0
  for (const character of text.slice(from, to)) {
    if (character === ')') unopened += 1
    if (character === '(') unopened -= 1
  }
  for (; end > from; end -= 1) {
    const last = text.charAt(end - 1)
    if (last === ')' && unopened > 0) {
      unopened -= 1
    } else if (last === ';') {
      const entity = /&[a-z\d]{1,40};$/i.exec(text.slice(Math.max(from, end - 42), end))
      if (entity === null) return end
      end -= entity[0].length - 1
    } else if (!/[?!.,:*_~'"]/.test(last)) {
      return end
    }
  }
  return end
}

function emailAt(text: string, at: number, from: number, before: string): FoundLink | undefined {
  let begin = at
  while (begin > from && localPart.test(text.charAt(begin - 1))) begin -= 1
  const previous = begin === 0 ? before : text.charAt(begin - 1)
  if (begin === at || previous === '/' || localPart.test(previous)) return undefined
  emailDomain.lastIndex = at + 1
  const host = emailDomain.exec(text)?.[0].replace(/\.+$/, '')
  if (host === undefined || /[^a-z]$/i.test(host) || !host.includes('.')) return undefined
  return {
    start: begin,
    end: at + 1 + host.length,
    href: `mailto:${text.slice(begin, at + 1)}${host}`,
  }
}
