import type { Node } from 'prosemirror-model'

/** Scripts whose characters are one UTF-16 unit each and stand nowhere in the sample pages. */
const blocks: readonly (readonly [number, number])[] = [
  [0x4e_00, 0x9f_ff],
  [0xac_00, 0xd7_a3],
  [0xe0_00, 0xf8_ff],
  [0x34_00, 0x4d_bf],
]

/** Each typed letter is a character of its own, so that each can be found again. */
export function letterSource(): () => string {
  let block = 0
  let code = blocks[0]?.[0] ?? 0
  return () => {
    if (code > (blocks[block]?.[1] ?? 0)) {
      block += 1
      code = blocks[block]?.[0] ?? 0
    }
    code += 1
    return String.fromCharCode(code - 1)
  }
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
