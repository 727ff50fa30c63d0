import { Extension } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

const blockSigns =
  /^ {0,3}(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |`{3}|~{3}|\|.*\||\${2}|(?:[-*_] *){3,}$)/m
const inlineSigns = /\*\*\S.*?\S?\*\*|`[^`\n]+`|!?\[[^\]\n]*\]\([^)\s]+|~~\S.*?~~/

/** Whether a text says more as Markdown than as it is. */
export function looksLikeMarkdown(text: string): boolean {
  return blockSigns.test(text) || inlineSigns.test(text)
}

/** Pastes Markdown as what it means, read as the server reads it. Ctrl+Shift+V pastes the text itself. */
export const PasteMarkdown = Extension.create({
  name: 'pasteMarkdown',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handlePaste: (view, { clipboardData }) => {
            const text = clipboardData?.getData('text/plain') ?? ''
            if (!isPlain(clipboardData) || isInCode(view) || !looksLikeMarkdown(text)) return false
            void pasteMarkdown(view, text)
            return true
          },
        },
      }),
    ]
  },
})

/** Code editors add HTML that only colours the text. */
function isPlain(data: DataTransfer | null): boolean {
  const types = data?.types ?? []
  return !types.includes('text/html') || types.includes('vscode-editor-data')
}

function isInCode(view: EditorView): boolean {
  const { $from } = view.state.selection
  return $from.parent.type.spec.code === true || isShiftPressed(view)
}

function isShiftPressed(view: EditorView): boolean {
  // SAFETY: ProseMirror keeps here, untyped, whether Shift is down; without it nothing is assumed.
  const { input } = view as unknown as { input?: { shiftKey?: boolean } }
  return input?.shiftKey === true
}

async function pasteMarkdown(view: EditorView, text: string): Promise<void> {
  const bookmark = view.state.selection.getBookmark()
  const parsed = await import('../../../../content/parse-markdown.ts')
    .then(({ parseMarkdown }) => parseMarkdown(text))
    .catch(() => undefined)
  if (view.isDestroyed) return
  const { tr, schema } = view.state
  tr.setSelection(bookmark.resolve(tr.doc))
  if (parsed?.ok !== true) {
    view.dispatch(tr.insertText(text).scrollIntoView())
    return
  }
  const page = schema.nodeFromJSON(parsed.document)
  tr.replaceSelection(Slice.maxOpen(page.content))
  view.dispatch(tr.setMeta('paste', true).setMeta('uiEvent', 'paste').scrollIntoView())
}
