import { writeMarkdown } from '../../../../../content/write-markdown.ts'
import { all, byTag, type Element, rawText } from '../html/tree.ts'
import type { PageThread } from '../read-page.ts'

type Comment = { id: string; by: string; at: string | undefined; text: string; keys: string[] }

/**
 * The comments of a document as threads at their words. `extended` says which answers another, and which are done; old
 * documents have none.
 */
export function readComments(
  comments: Element,
  extended: Element,
  quotes: ReadonlyMap<string, string>,
): PageThread[] {
  const written = all(comments, byTag('w:comment')).map(readComment)
  const byKey = new Map(written.flatMap((one) => one.keys.map((key) => [key, one] as const)))
  const parents = new Map<Comment, Comment>()
  const done = new Set<Comment>()
  for (const { attributes } of all(extended, byTag('w15:commentEx'))) {
    const comment = byKey.get(attributes['w15:paraId'] ?? '')
    const parent = byKey.get(attributes['w15:paraIdParent'] ?? '')
    if (comment !== undefined && parent !== undefined && parent !== comment) {
      parents.set(comment, parent)
    }
    if (comment !== undefined && attributes['w15:done'] === '1') done.add(comment)
  }
  const threads = Map.groupBy(
    written.filter(({ text }) => text !== ''),
    (one) => parents.get(one) ?? one,
  )
  return Array.from(threads, ([first, thread]) => {
    const quote = quotes.get(first.id)
    return {
      ...(quote === undefined ? {} : { quote }),
      ...(done.has(first) ? { resolved: true as const } : {}),
      thread: thread.map(({ by, at, text }) => ({ by, ...(at === undefined ? {} : { at }), text })),
    }
  })
}

function readComment(comment: Element): Comment {
  const { attributes } = comment
  const paragraphs = all(comment, byTag('w:p'))
  const content = paragraphs
    .map((paragraph) => all(paragraph, byTag('w:t')).map(rawText).join('').trim())
    .filter((text) => text !== '')
    .map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
  const at = attributes['w:date']
  return {
    id: attributes['w:id'] ?? '',
    by: attributes['w:author']?.trim().slice(0, 200) || 'Word',
    at: at === undefined || Number.isNaN(Date.parse(at)) ? undefined : at,
    text: content.length === 0 ? '' : writeMarkdown({ type: 'doc', content }).trimEnd(),
    keys: paragraphs.map((paragraph) => paragraph.attributes['w14:paraId'] ?? ''),
  }
}
