import type { PhrasingContent } from 'mdast'
import { verbatim } from './mdast-nodes.ts'

const astralSign = /^[\p{P}\p{S}]$/u
const wordCharacter = /^[^\s\p{P}\p{S}]/u

/**
 * mdast-util-to-markdown checks single surrogates and so takes an emoji for a letter, but parsers take it for
 * punctuation: `**😀**a` does not close. The letter next to the mark is then written as a character reference, which
 * every parser takes for punctuation.
 */
export function parted(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'text') {
      result.push(node)
      continue
    }
    const previous = nodes[index - 1]
    const next = nodes[index + 1]
    let { value } = node
    const first = wordCharacter.exec(value)?.[0]
    if (first !== undefined && isAttention(previous) && isAstralSign(edge(previous, -1))) {
      result.push(reference(first))
      value = value.slice(first.length)
    }
    const last = lastCharacter(value)
    const encodesLast = wordCharacter.test(last) && isAttention(next) && isAstralSign(edge(next, 0))
    if (encodesLast) value = value.slice(0, -last.length)
    result.push(...withUnderscores(value, isAttention(previous), isAttention(next)))
    if (encodesLast) result.push(reference(last))
  }
  return result
}

// Underscores inside a word are harmless, but not next to an emoji, which is not a letter, or next to the outermost
// letter of a text beside a mark, which may become a character reference.
const underscoresNextToEmoji = /(?<=[\u{10000}-\u{10ffff}])_+|_+(?=[\u{10000}-\u{10ffff}])/gu
const nearEdge = /(?<=^.)_+|_+(?=.$)/gsu

function withUnderscores(
  text: string,
  startsAtMark: boolean,
  endsAtMark: boolean,
): PhrasingContent[] {
  if (text === '') return []
  if (!text.includes('_')) return [{ type: 'text', value: text }]
  const result: PhrasingContent[] = []
  const near = [...text.matchAll(nearEdge)].filter((match) =>
    match.index === 1 ? startsAtMark : endsAtMark,
  )
  const matches = [...text.matchAll(underscoresNextToEmoji), ...near].sort(
    (a, b) => a.index - b.index,
  )
  let done = 0
  for (const match of matches) {
    if (match.index < done) continue
    if (match.index > done) result.push({ type: 'text', value: text.slice(done, match.index) })
    result.push(verbatim('\\_'.repeat(match[0].length)))
    done = match.index + match[0].length
  }
  if (done < text.length) result.push({ type: 'text', value: text.slice(done) })
  return result
}

function isAttention(node: PhrasingContent | undefined): boolean {
  return node?.type === 'strong' || node?.type === 'emphasis' || node?.type === 'delete'
}

function isAstralSign(character: string): boolean {
  return character.length === 2 && astralSign.test(character)
}

/** The first (0) or last (-1) character inside a mark. */
function edge(node: PhrasingContent | undefined, at: 0 | -1): string {
  if (node === undefined) return ''
  if ('children' in node) return edge(node.children.at(at), at)
  if (node.type !== 'text') return ''
  return at === 0 ? firstCharacter(node.value) : lastCharacter(node.value)
}

function reference(character: string): PhrasingContent {
  return verbatim(`&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`)
}

function firstCharacter(text: string): string {
  const code = text.codePointAt(0)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function lastCharacter(text: string): string {
  const pair = text.slice(-2)
  return firstCharacter(pair).length === 2 ? pair : pair.slice(-1)
}
