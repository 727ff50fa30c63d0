import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import type { Editor } from '@tiptap/core'
import { createRef } from 'react'
import type { PageDocument } from '../../../content/document.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { pageOf, positionOf, press } from '../../../test/support/web/editor.ts'
import {
  act,
  render,
  screen,
  waitUntilIdle,
  waitFor,
  within,
} from '../../../test/support/web/screen.tsx'
import type { BodyHandle, Quote } from '../lib/page-body.ts'
import { normal } from '../pages/saving/same-document.ts'
import { TextBody } from './text-body.tsx'

const page = { workspaceId: 'w', pageId: 'p' }

async function open(content: PageDocument, isEditable = true, onComment?: (quote: Quote) => void) {
  const ref = createRef<BodyHandle>()
  let changes = 0
  let isReady = false
  const shown = render(
    <TextBody
      {...{ ...page, content, isEditable, ref, onComment }}
      changed={() => (changes += 1)}
      onReady={() => (isReady = true)}
    />,
  )
  const handle = (): BodyHandle => {
    assert.ok(ref.current !== null)
    return ref.current
  }
  return {
    ...shown,
    handle,
    changes: () => changes,
    isReady: () => isReady,
    filled: () => waitFor(() => assert.ok(isReady)),
  }
}

function editorOf(): Editor {
  const dom = document.querySelector('.ProseMirror')
  assert.ok(dom !== null && 'editor' in dom)
  // SAFETY: Tiptap puts its editor on the element.
  return dom.editor as Editor
}

const long = pageOf(
  Array.from({ length: 60 }, (_, index) => `## Part ${index}\n\n${'word '.repeat(60)}`).join(
    '\n\n',
  ),
)

describe('the text of a page', () => {
  it('is whole before all of it is in the editor', async () => {
    const { handle, isReady, filled, changes } = await open(long)
    assert.equal(isReady(), false)
    assert.deepEqual(normal(handle().read()), normal(long))
    await filled()
    assert.deepEqual(handle().read(), normal(long))
    assert.equal(changes(), 0)
    assert.equal(editorOf().can().undo(), false)
  })

  it('is what it became while the editor was filled', async () => {
    const { handle, filled } = await open(long)
    const later = pageOf('Changed meanwhile.')
    handle().show(later)
    assert.deepEqual(handle().read(), later)
    await filled()
    assert.deepEqual(handle().read(), normal(later))
  })

  it('tells of what the person changes, and of nothing else', async () => {
    const { handle, filled, changes } = await open(pageOf('One.'))
    await filled()
    await act(async () => handle().show(pageOf('One.\n\nTwo.')))
    assert.equal(changes(), 0)
    await act(async () => void editorOf().commands.insertContentAt(1, 'Now. '))
    assert.equal(changes(), 1)
  })

  it('can still be read when it is gone', async () => {
    const { handle, filled, unmount } = await open(pageOf('One.'))
    await filled()
    const previous = handle()
    await act(async () => void editorOf().commands.insertContentAt(1, 'Zero. '))
    unmount()
    assert.equal(JSON.stringify(previous.read()).includes('Zero. One.'), true)
  })

  it('is only to be read by those who may not write', async () => {
    const { filled } = await open(pageOf('- [ ] One'), false)
    await filled()
    const text = screen.getByRole('textbox', { name: 'Page text' })
    assert.equal(text.getAttribute('contenteditable'), 'false')
    assert.equal(text.getAttribute('aria-readonly'), 'true')
    assert.equal(document.querySelector('.editor-tail'), null)
  })

  it('opens the field for a link by the keyboard', async () => {
    const { filled } = await open(pageOf('One two.'))
    await filled()
    await act(async () => {
      editorOf().commands.setTextSelection({ from: 1, to: 4 })
      press(editorOf(), 'K', { ctrlKey: true, shiftKey: true })
    })
    await waitUntilIdle()
    await waitFor(() => assert.ok(document.querySelector('[aria-label="Link address"]')))
  })

  it('goes on below its last block by a click there', async () => {
    const { filled } = await open(pageOf('```\ncode\n```'))
    await filled()
    const tail = document.querySelector('.editor-tail')
    await act(async () => void tail?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
    assert.equal(editorOf().state.doc.lastChild?.type.name, 'paragraph')
    const before = editorOf().state.doc.childCount
    await act(async () => void tail?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
    assert.equal(editorOf().state.doc.childCount, before)
  })

  it('offers to format what is selected, and to speak about it', async () => {
    const quotes: Quote[] = []
    const { filled } = await open(pageOf('One.\n\nTwo three.'), true, (quote) => quotes.push(quote))
    await filled()
    await act(async () => {
      editorOf().view.focus()
      editorOf().commands.setTextSelection({ from: 7, to: 10 })
    })
    const toolbar = await screen.findByRole('toolbar', { name: 'Format' })
    await userEvent.click(within(toolbar).getByRole('button', { name: 'Bold' }))
    assert.match(editorOf().getHTML(), /<strong[^>]*>Two<\/strong>/)
    await userEvent.click(within(toolbar).getByRole('button', { name: 'Comment' }))
    assert.deepEqual(quotes, [{ text: 'Two', block: 2 }])
  })

  it('offers rows and columns in a table, and a description of an image', async () => {
    const markdown = '| a | b |\n| - | - |\n| c | d |\n\n![Old](/files/x.png)'
    const { filled, handle } = await open(pageOf(markdown))
    await filled()
    await act(async () => {
      editorOf().view.focus()
      editorOf().commands.setTextSelection(positionOf(editorOf(), 'c'))
    })
    const table = await screen.findByRole('toolbar', { name: 'Table' })
    await userEvent.click(within(table).getByRole('button', { name: 'Insert row below' }))
    await userEvent.click(within(table).getByRole('button', { name: 'Insert column after' }))
    assert.match(writeMarkdown(handle().read()), /\| a +\| +\| b +\|\n/)
    await act(async () => {
      editorOf().state.doc.descendants((node, position) => {
        if (node.type.name === 'image') editorOf().commands.setNodeSelection(position)
      })
    })
    const field = await screen.findByLabelText('Image description')
    await userEvent.clear(field)
    await userEvent.type(field, 'A tree{Enter}')
    assert.match(writeMarkdown(handle().read()), /!\[A tree\]/)
  })
})
