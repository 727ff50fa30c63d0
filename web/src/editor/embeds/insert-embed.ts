import type { Editor, Range } from '@tiptap/core'
import type { EditorHost } from '../editor-host.ts'

export type EmbeddedPage = { pageId: string; anchor?: string; label: string }

/** `![[` embeds a page: the range with the `!` before it. Undefined for another range. */
export function embedRange({ state }: Editor, { from, to }: Range): Range | undefined {
  const before = state.doc.resolve(from).nodeBefore
  return before?.isText === true && before.text?.endsWith('!') === true
    ? { from: from - 1, to }
    : undefined
}

/** Puts a page in the place of what was typed, unless it would contain itself. */
export async function insertEmbed(
  host: Pick<EditorHost, 'refuseEmbed' | 'notifyError'>,
  editor: Editor,
  range: Range,
  page: EmbeddedPage,
): Promise<void> {
  editor.chain().focus().deleteRange(range).run()
  const refusal = await host.refuseEmbed?.(page.pageId)
  if (editor.isDestroyed) return
  if (refusal !== undefined) return host.notifyError(refusal)
  editor.chain().focus().insertContent({ type: 'pageEmbed', attrs: page }).run()
}
