import type { PageDocument } from './document.ts'
import { blockText } from './text.ts'

export type Block = { number: number; text: string }

/**
 * The top-level blocks with text, numbered from 1 by their position. Blocks without text are skipped and keep their
 * number.
 */
export function blocks(document: PageDocument): Block[] {
  return document.content
    .map((block, index) => ({ number: index + 1, text: blockText(block) }))
    .filter((block) => block.text.trim() !== '')
}
