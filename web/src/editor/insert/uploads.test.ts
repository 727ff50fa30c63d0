import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import {
  goBehind,
  markdownIn,
  openEditor,
  pageOf,
  type,
} from '../../../../test/support/web/editor.ts'
import { applyDocument } from '../apply-document.ts'
import { readOnlyHost } from '../editor-host.ts'
import type { Uploaded } from '../editor-host.ts'
import { uploadAll, uploads } from './uploads.ts'

const fileId = '01234567-89ab-4cde-8f01-23456789abcd'

/** An editor whose uploads end when the test says so. */
function open(markdown: string) {
  const waiting: {
    file: File
    end: (uploaded: Uploaded | Error) => void
    progress: (share: number) => void
  }[] = []
  const errors: string[] = []
  const host = {
    ...readOnlyHost,
    notifyError: (message: string) => void errors.push(message),
    upload: (file: File, progress: (share: number) => void) =>
      new Promise<Uploaded>((resolve, reject) => {
        const end = (uploaded: Uploaded | Error) =>
          uploaded instanceof Error ? reject(uploaded) : resolve(uploaded)
        waiting.push({ file, end, progress })
      }),
  }
  const editor = openEditor(markdown, [uploads(host)])
  const addAll = (names: string[], mimeType = 'image/png') => {
    const files = names.map((name) => new File(['x'], name, { type: mimeType }))
    return uploadAll(editor, host, { files, position: editor.state.selection.from })
  }
  const add = (name: string, mimeType: string) => addAll([name], mimeType)
  return { editor, waiting, errors, add, addAll }
}

const uploaded = (name: string, mimeType: string): Uploaded => ({ fileId, name, size: 1, mimeType })

function paste(editor: Editor, files: File[], text?: string): boolean {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  if (text !== undefined) data.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData: data })
  const slice = editor.state.doc.slice(0, 0)
  return editor.view.someProp('handlePaste', (handle) => handle(editor.view, event, slice)) === true
}

function drop(editor: Editor, files: File[], clientY: number): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const event = Object.assign(new Event('drop'), { dataTransfer, clientX: 5, clientY })
  const slice = editor.state.doc.slice(0, 0)
  // SAFETY: what a drop is asked for.
  const dropped = event as unknown as DragEvent
  editor.view.someProp('handleDrop', (handle) => handle(editor.view, dropped, slice, false))
}

describe('files put into a page', () => {
  it('that cannot be uploaded leave no trace, and are reported', async () => {
    const { editor, waiting, errors, add } = open('Text')
    const done = add('big.pdf', 'application/pdf')
    waiting[0]?.end(new TypeError('The file is too large.'))
    await done
    assert.equal(markdownIn(editor), 'Text')
    assert.equal(editor.view.dom.querySelector('.upload'), null)
    assert.deepEqual(errors, ['The file is too large.'])
  })

  it('show how far they are', async () => {
    const { editor, waiting, add } = open('Text')
    goBehind(editor, 'Text')
    const done = add('a.pdf', 'application/pdf')
    waiting[0]?.progress(0.5)
    assert.equal(editor.view.dom.querySelector('.upload')?.textContent, 'a.pdf · 50%')
    waiting[0]?.end(uploaded('a.pdf', 'application/pdf'))
    await done
    assert.match(markdownIn(editor), /^Text\[a\.pdf\]\(\/files\/01234567/)
  })

  it('are images when every browser shows them as such, named by their file', async () => {
    const { editor, waiting, add } = open('Text')
    goBehind(editor, 'Text')
    const done = add('tree.png', 'image/png')
    waiting[0]?.end(uploaded('tree.png', 'image/png'))
    await done
    assert.equal(markdownIn(editor), `Text![tree](/files/${fileId})`)
  })

  it('come to stand where they were put, whatever was written meanwhile', async () => {
    const { editor, waiting, add } = open('One two')
    goBehind(editor, 'One')
    const done = add('a.png', 'image/png')
    applyDocument(editor, pageOf('New first.\n\nOne two'))
    waiting[0]?.end(uploaded('a.png', 'image/png'))
    await done
    assert.equal(markdownIn(editor), `New first.\n\nOne![a](/files/${fileId}) two`)
  })

  it('stay where they were put while somebody types on behind them', async () => {
    const { editor, waiting, add } = open('One')
    goBehind(editor, 'One')
    const done = add('a.png', 'image/png')
    type(editor, ' two')
    editor.commands.splitBlock()
    type(editor, 'Three')
    waiting[0]?.end(uploaded('a.png', 'image/png'))
    await done
    assert.equal(markdownIn(editor), `One![a](/files/${fileId}) two\n\nThree`)
  })

  it('stay at the start of an empty paragraph, too', async () => {
    const { editor, waiting, add } = open('')
    const done = add('a.png', 'image/png')
    type(editor, 'typing on')
    waiting[0]?.end(uploaded('a.png', 'image/png'))
    await done
    assert.equal(markdownIn(editor), `![a](/files/${fileId})typing on`)
  })

  it('stay in their order, whichever arrives first', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
    ]) {
      const { editor, waiting, addAll } = open('Text')
      const done = addAll(['a.png', 'b.png', 'c.png'])
      for (const index of order) {
        const { file, end } = waiting[index] ?? {}
        end?.(uploaded(file?.name ?? '', 'image/png'))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await done
      const names = [...markdownIn(editor).matchAll(/!\[(\w)\]/g)].map(([, name]) => name)
      assert.deepEqual(names, ['a', 'b', 'c'])
    }
  })

  it('that are dropped on a paragraph stand before or behind it, not in its text', async () => {
    for (const [clientY, expected] of [
      [1, `![a](/files/${fileId})\n\nText`],
      [99, `Text\n\n![a](/files/${fileId})`],
    ] as const) {
      const { editor, waiting } = open('Text')
      editor.view.posAtCoords = () => ({ pos: 3, inside: 0 })
      const block = editor.view.nodeDOM(0)
      assert.ok(block instanceof HTMLElement)
      block.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100)
      drop(editor, [new File(['x'], 'a.png', { type: 'image/png' })], clientY)
      waiting[0]?.end(uploaded('a.png', 'image/png'))
      await new Promise((resolve) => setImmediate(resolve))
      assert.equal(markdownIn(editor), expected)
    }
  })

  it('stand behind code, not in it', async () => {
    const { editor, waiting, add } = open('```\ncode\n```')
    goBehind(editor, 'code')
    const done = add('a.png', 'image/png')
    waiting[0]?.end(uploaded('a.png', 'image/png'))
    await done
    assert.equal(markdownIn(editor), `\`\`\`\ncode\n\`\`\`\n\n![a](/files/${fileId})`)
  })

  it('are taken from the clipboard, but for a picture of what is text too', () => {
    const { editor, waiting } = open('Text')
    const picture = new File(['x'], 'a.png', { type: 'image/png' })
    assert.equal(paste(editor, [picture], 'cells'), false)
    assert.equal(paste(editor, [picture]), true)
    assert.equal(waiting.length, 1)
    editor.setEditable(false)
    assert.equal(paste(editor, [picture]), false)
  })
})
