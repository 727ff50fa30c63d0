import { markdownOf } from '../markdown.ts'
import type { Written } from './text-drafts.ts'

/** What was written, for the person to keep elsewhere. */
export async function markdownOfText({ texts, content }: Written): Promise<string> {
  const body = content === undefined ? [] : [await markdownOf({ content })]
  return [...Object.values(texts), ...body].filter((text) => text.trim() !== '').join('\n\n')
}
