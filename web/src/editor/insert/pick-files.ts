import type { Editor } from '@tiptap/core'
import type { EditorHost } from '../editor-host.ts'
import { uploadAll } from './uploads.ts'

/** Asks for files of this kind and puts them in at the cursor. */
export function pickFiles(editor: Editor, host: EditorHost, accept: string): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = accept
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    void uploadAll(editor, host, { files, position: editor.state.selection.from })
  })
  input.click()
}
