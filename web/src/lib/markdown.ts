import type { PageDocument } from '../../../content/document.ts'
import { t } from './messages.ts'

/** A page as Markdown, made in the browser: for what the server has not got. */
export async function markdownOf({ content }: { content: PageDocument }): Promise<string> {
  const { writeMarkdown } = await import('../../../content/write-markdown.ts')
  return writeMarkdown(content)
}

/** Has the browser save a text as a file. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A name that every system takes for a file. */
export function fileNameOf(title: string): string {
  const name = title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()
  return `${name.slice(0, 100) || t.untitled}.md`
}
