import type { PageDocument } from './document.ts'
import { writeBlocks } from './write/each-block.ts'

/** The page as Markdown that parses to the same page, except for what Markdown cannot hold (docs/documents.md). */
export function writeMarkdown(document: PageDocument): string {
  const blocks = writeBlocks(document).filter((block) => block !== '')
  return blocks.length > 0 ? `${blocks.join('\n\n')}\n` : ''
}
