// They add the commands that tests call to the type of an editor.
/// <reference types="@tiptap/extension-code-block" resolution-mode="import" />
/// <reference types="@tiptap/extension-table" resolution-mode="import" />
import assert from 'node:assert/strict'
import { Editor, type Extensions } from '@tiptap/core'
import { UndoRedo } from '@tiptap/extensions'
import type { PageDocument } from '../../../content/document.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { fromJson, toJson } from '../../../web/src/editor/json.ts'
import { schemaExtensions } from '../../../web/src/editor/nodes/schema-extensions.ts'
import { afterEachFile } from '../../runner/after-file.ts'

export function pageOf(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

const open = new Set<Editor>()
afterEachFile(() => {
  for (const editor of open) editor.destroy()
  open.clear()
})

/** An editor in the document of a component test, with the whole schema of a page. */
export function openEditor(content: PageDocument | string, more: Extensions = []): Editor {
  const document = typeof content === 'string' ? pageOf(content) : content
  const element = globalThis.document.body.appendChild(globalThis.document.createElement('div'))
  const editor = new Editor({
    element,
    extensions: [...schemaExtensions, UndoRedo, ...more],
    content: toJson(document),
  })
  open.add(editor)
  return editor
}

export function markdownIn(editor: Editor): string {
  return writeMarkdown(fromJson(editor.getJSON())).trim()
}

/** Where this text first stands. */
export function positionOf(editor: Editor, text: string): number {
  let position = -1
  editor.state.doc.descendants((node, at) => {
    const index = node.isText ? (node.text ?? '').indexOf(text) : -1
    if (index >= 0 && position < 0) position = at + index
  })
  assert.ok(position >= 0, `${text} stands nowhere`)
  return position
}

export function goBehind(editor: Editor, text: string): void {
  editor.commands.setTextSelection(positionOf(editor, text) + text.length)
}

export function select(editor: Editor, text: string): void {
  const from = positionOf(editor, text)
  editor.commands.setTextSelection({ from, to: from + text.length })
}

/** As the browser tells of a letter: input rules see it. */
export function type(editor: Editor, text: string): void {
  for (const letter of text) {
    const { from, to } = editor.state.selection
    const isHandled = editor.view.someProp('handleTextInput', (handle) =>
      handle(editor.view, from, to, letter, () => editor.state.tr.insertText(letter, from, to)),
    )
    if (isHandled !== true) editor.view.dispatch(editor.state.tr.insertText(letter, from, to))
  }
}

export function press(editor: Editor, key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  return editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event)) === true
}
