import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { act, render, screen } from '@testing-library/react'
import { Editor } from '@tiptap/core'
import { Document } from '@tiptap/extension-document'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Profiler } from 'react'
import { useEditorValue } from './use-editor-value.ts'

function show(text: string) {
  const editor = new Editor({
    extensions: [Document, Paragraph, Text],
    content: `<p>${text}</p>`,
  })
  let renders = 0
  function Words() {
    const value = useEditorValue(editor, ({ state }) => {
      const words = state.doc.textContent.split(' ').filter((word) => word !== '').length
      return words === 0 ? null : { words }
    })
    return <output>{value === null ? 'none' : value.words}</output>
  }
  const { unmount } = render(
    <Profiler
      id="words"
      onRender={() => {
        renders += 1
      }}
    >
      <Words />
    </Profiler>,
  )
  return {
    editor,
    unmount,
    renders: () => renders,
    output: () => screen.getByRole('status').textContent,
  }
}

const insert = (editor: Editor, text: string) =>
  act(() => editor.view.dispatch(editor.state.tr.insertText(text, 1)))

describe('a value of the editor', () => {
  it('is read again after a transaction', () => {
    const { editor, output } = show('One')
    assert.equal(output(), '1')
    insert(editor, 'Two ')
    assert.equal(output(), '2')
  })

  it('renders nothing while its fields stay the same', () => {
    const { editor, renders, output } = show('One')
    const before = renders()
    insert(editor, 'N')
    assert.equal(output(), '1')
    assert.equal(renders(), before)
  })

  it('can be null, and stop being it', () => {
    const { editor, output } = show('')
    assert.equal(output(), 'none')
    insert(editor, 'One')
    assert.equal(output(), '1')
    act(() => {
      editor.commands.clearContent()
    })
    assert.equal(output(), 'none')
  })

  it('is read no more when its component is gone', () => {
    const { editor, unmount, renders } = show('One')
    unmount()
    const before = renders()
    insert(editor, 'Two ')
    assert.equal(renders(), before)
  })
})
