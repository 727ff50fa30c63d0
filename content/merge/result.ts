import type { Node } from 'prosemirror-model'
import { tokensOf } from '../tokens/tokens.ts'

/** Words of scripts without spaces depend on the words around them. */
const spaceless =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Whether a merged document has a word that neither side has. Blocks that are those of the document now are known. */
export function hasUnknownToken(merged: Node, now: Node, mine: Node): boolean {
  const shared = new Set(now.children)
  const wanted = new Set<string>()
  for (const block of merged.children) if (!shared.has(block)) addWords(block, wanted)
  for (const side of [now, mine]) {
    if (wanted.size === 0) return false
    const words = new Set<string>()
    addWords(side, words)
    for (const word of wanted) if (words.has(word)) wanted.delete(word)
  }
  return wanted.size > 0
}

function addWords(node: Node, words: Set<string>): void {
  if (!node.isTextblock) {
    for (const child of node.children) addWords(child, words)
    return
  }
  const text = node.textBetween(0, node.content.size, ' ', '\ufffc')
  for (const { from, to, isWord } of tokensOf(text)) {
    const word = text.slice(from, to)
    if (isWord && !spaceless.test(word)) words.add(word)
  }
}
