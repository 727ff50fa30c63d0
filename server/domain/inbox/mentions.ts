/** People that one text can mention. */
const maxMentions = 100

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const inMarkdown = new RegExp(`/members/(${uuid})`, 'gi')
/** Quotation marks in a text are escaped, so that only an attribute matches. */
const inDocument = new RegExp(`"href":"/members/(${uuid})"`, 'gi')

/** The people to whom the Markdown of a comment links. */
export function mentionsIn(markdown: string): string[] {
  return found(markdown, inMarkdown)
}

/** The people that the JSON of a document mentions, and that of the replaced document does not. */
export function addedMentions(document: string, replaced: string): string[] {
  if (!document.includes('"/members/')) return []
  const before = new Set(found(replaced, inDocument))
  return found(document, inDocument)
    .filter((userId) => !before.has(userId))
    .slice(0, maxMentions)
}

function found(text: string, pattern: RegExp): string[] {
  const ids = Array.from(text.matchAll(pattern), ([, id = '']) => id.toLowerCase())
  return [...new Set(ids)]
}
