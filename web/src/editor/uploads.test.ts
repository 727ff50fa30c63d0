import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import { goBehind, markdownIn, openEditor, pageOf } from '../../../test/support/editor.ts'
import { applyDocument } from './apply-document.ts'
import { nothingElse } from './rest-of-app.ts'
import type { Uploaded } from './rest-of-app.ts'
import { uploadAll, uploads } from './uploads.ts'

const fileId = '01234567-89ab-4cde-8f01-23456789abcd'

/** An editor whose uploads end when the test says so. */
function open(markdown: string) {
  const waiting: {
    file: File
    end: (uploaded: Uploaded | Error) => void
    progress: (share: number) => void
  }[] = []
  const complaints: string[] = []
  const services = {
    ...nothingElse,
    complain: (message: string) => void complaints.push(message),
    upload: (file: File, progress: (share: number) => void) =>
      new Promise<Uploaded>((resolve, reject) => {
        const end = (uploaded: Uploaded | Error) =>
          uploaded instanceof Error ? reject(uploaded) : resolve(uploaded)
        waiting.push({ file, end, progress })
      }),
  }
  const editor = openEditor(markdown, [uploads(services)])
  const add = (name: string, type: string) => {
    const files = [new File(['x'], name, { type })]
    return uploadAll(editor, services, { files, position: editor.state.selection.from })
  }
  return { editor, waiting, complaints, add }
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

describe('files put into a page', () => {
  it('that cannot be uploaded leave no trace, and are complained of', async () => {
    const { editor, waiting, complaints, add } = open('Text')
    const done = add('big.pdf', 'application/pdf')
    waiting[0]?.end(new TypeError('The file is too large.'))
    await done
    assert.equal(markdownIn(editor), 'Text')
    assert.equal(editor.view.dom.querySelector('.upload'), null)
    assert.deepEqual(complaints, ['The file is too large.'])
  })

  it('show how far they are', async () => {
    const { editor, waiting, add } = open('Text')
    goBehind(editor, 'Text')
    const done = add('a.pdf', 'application/pdf')
    waiting[0]?.progress(0.5)
    assert.equal(editor.view.dom.querySelector('.upload')?.textContent, 'a.pdf · 50 %')
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
