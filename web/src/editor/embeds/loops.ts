import type { PageDocument } from '../../../../content/document.ts'
import { children, type ContentNode, stringAttribute } from '../../../../content/node.ts'

/** How far embedded pages are followed. */
const maxDepth = 5
const maxPages = 50

/** Undefined for a page that this person cannot read. */
export type ReadDocument = (pageId: string) => Promise<PageDocument | undefined>

/** Whether a page would show itself if it embedded another one. */
export async function wouldLoop(
  pageId: string,
  embeddedId: string,
  read: ReadDocument,
): Promise<boolean> {
  const seen = new Set<string>()
  let level = [embeddedId.toLowerCase()]
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    if (level.includes(pageId.toLowerCase())) return true
    const next = level.filter((id) => !seen.has(id)).slice(0, maxPages - seen.size)
    for (const id of next) seen.add(id)
    const documents = await Promise.all(next.map(read))
    level = documents.flatMap((document) => document?.content.flatMap(embeddedIn) ?? [])
  }
  return level.includes(pageId.toLowerCase())
}

function embeddedIn(node: ContentNode): string[] {
  if (node.type === 'pageEmbed') return [stringAttribute(node, 'pageId').toLowerCase()]
  return children(node).flatMap(embeddedIn)
}
