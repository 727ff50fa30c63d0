import type { Fragment, Node } from 'prosemirror-model'
import type { Range } from './align.ts'
import { isWord, tokensOf } from './words.ts'

/** A word, white space, another character, or an atom such as an image, between two offsets of a text block. */
export type Unit = { key: string; node: Node; isWord: boolean } & Range

/** Longer texts are compared by sentences and lines. */
const maxWordwiseLength = 60_000

export function unitsOf(content: Fragment, range: Range): Unit[] {
  const units: Unit[] = []
  const isLong = range.to - range.from > maxWordwiseLength
  let from = range.from
  for (const node of content.cut(range.from, range.to).content) {
    if (node.text === undefined) {
      const key = `${node.type.name} ${JSON.stringify(node.attrs)}`
      units.push({ key, node, isWord: true, from, to: from + node.nodeSize })
      from += node.nodeSize
      continue
    }
    for (const token of isLong ? sentencesOf(node.text) : tokensOf(node.text)) {
      // The first character tells text from an atom.
      const key = `"${token}`
      units.push({ key, node, isWord: isLong || isWord(token), from, to: from + token.length })
      from += token.length
    }
  }
  return units
}

function sentencesOf(text: string): string[] {
  return text.match(/[^\n.!?。]*[\n.!?。]+|[^\n.!?。]+/g) ?? []
}
