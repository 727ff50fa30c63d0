import type { PageDocument } from './document.ts'
import { writePieces } from './write/pieces.ts'

/** The page as Markdown that reads back as the same page. */
export function writeMarkdown(document: PageDocument): string {
  const pieces = writePieces(document).filter((piece) => piece !== '')
  return pieces.length > 0 ? `${pieces.join('\n\n')}\n` : ''
}
