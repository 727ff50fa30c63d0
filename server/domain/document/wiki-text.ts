import { invalidInput } from '../../lib/errors.ts'
import type { ContentEngine } from './engine.ts'
import type { Prepared, PreparedContent, SplitText, WikiBody } from './tasks.ts'

/** Larger texts go to a worker, as other bodies do. */
const inlineMarkdownLength = 4000
const inlineFrontMatterLength = 1000

const workerFile = new URL('./worker.ts', import.meta.url)
const loadTasks = () => import('./tasks.ts')

type Worker = Pick<ContentEngine, 'runIn'>

/** A body from Markdown with wikilinks. Throws VALIDATION_FAILED. */
export async function fromWiki(
  engine: Worker,
  body: WikiBody,
  field: string,
): Promise<PreparedContent> {
  const isSmall = body.markdown.length <= inlineMarkdownLength
  const result = isSmall
    ? (await loadTasks()).fromWiki(body)
    : // SAFETY: the worker answers with the result of the task of this name.
      ((await engine.runIn(workerFile, { name: 'fromWiki', input: body })) as Prepared)
  if (result.ok) return result.content
  throw invalidInput([{ path: field, rule: 'document', message: result.reason }])
}

/** Markdown and what the front matter at its start says. */
export async function splitText(engine: Worker, text: string): Promise<SplitText> {
  if (!text.startsWith('---')) return { body: text, properties: null, icon: undefined }
  if (text.length <= inlineFrontMatterLength) return (await loadTasks()).splitText(text)
  // SAFETY: as above.
  return (await engine.runIn(workerFile, { name: 'splitText', input: text })) as SplitText
}
