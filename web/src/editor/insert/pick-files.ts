import type { Editor } from '@tiptap/core'
import type { RestOfApp } from '../rest-of-app.ts'
import { uploadAll } from './uploads.ts'

/** Asks for files of this kind and puts them in at the cursor. */
export function pickFiles(editor: Editor, services: RestOfApp, accept: string): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = accept
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    void uploadAll(editor, services, { files, position: editor.state.selection.from })
  })
  input.click()
}
