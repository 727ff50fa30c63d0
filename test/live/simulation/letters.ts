import type { Node } from 'prosemirror-model'

/** Scripts whose characters are one UTF-16 unit each and stand nowhere in the sample pages. */
const blocks: readonly (readonly [number, number])[] = [
  [0x4e_00, 0x9f_ff],
  [0xac_00, 0xd7_a3],
  [0xe0_00, 0xf8_ff],
  [0x34_00, 0x4d_bf],
]

/** Each typed letter is a character of its own, so that each can be found again. There are 45,156. */
export function letterSource(): () => string {
  const codes = codesOf(blocks)
  return () => {
    const { value } = codes.next()
    if (value === undefined) throw new RangeError('There are no more letters to type.')
    return String.fromCharCode(value)
  }
}

function* codesOf(ranges: typeof blocks): Generator<number, undefined> {
  for (const [first, last] of ranges) for (let code = first; code <= last; code += 1) yield code
}

export function lettersOf(text: string): string[] {
  return text.match(/[\u3400-\uf8ff]/g) ?? []
}

/** How often each typed letter stands in a document. */
export function lettersIn(doc: Node): Map<string, number> {
  const found = new Map<string, number>()
  doc.descendants((node) => {
    if (!node.isTextblock) return
    for (const letter of lettersInBlock(node)) found.set(letter, (found.get(letter) ?? 0) + 1)
  })
  return found
}

/** The versions of a page share the blocks that did not change. */
const known = new WeakMap<Node, readonly string[]>()

function lettersInBlock(block: Node): readonly string[] {
  const found = known.get(block) ?? lettersOf(block.textContent)
  known.set(block, found)
  return found
}
