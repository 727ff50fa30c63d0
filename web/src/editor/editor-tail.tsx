import type { Editor } from '@tiptap/core'

/** The space below the text. */
export function EditorTail({ editor }: { editor: Editor }) {
  return (
    <div
      className="editor-tail"
      aria-hidden
      onMouseDown={(event) => {
        event.preventDefault()
        focusEnd(editor)
      }}
    />
  )
}

/** A click below the text goes on writing there. */
function focusEnd(editor: Editor): void {
  const { doc } = editor.state
  const last = doc.lastChild
  if (last?.type.name === 'paragraph' && last.content.size === 0) editor.commands.focus('end')
  else editor.chain().insertContentAt(doc.content.size, { type: 'paragraph' }).focus('end').run()
}
