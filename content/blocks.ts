import type { PageDocument } from './document.ts'
import { blockText } from './text.ts'

export type Block = { number: number; text: string }

/**
 * The top-level blocks that hold text, numbered from 1 by their place on the page. A block without
 * text is left out and its number stays unused.
 */
export function blocks(document: PageDocument): Block[] {
  return document.content
    .map((block, index) => ({ number: index + 1, text: blockText(block) }))
    .filter((block) => block.text.trim() !== '')
}
