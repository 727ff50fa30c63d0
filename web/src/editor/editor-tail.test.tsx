import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { markdownIn, openEditor, type } from '../../../test/support/web/editor.ts'
import { render } from '../../../test/support/web/screen.tsx'
import { EditorTail } from './editor-tail.tsx'

function typedBelow(content: string): string {
  const editor = openEditor(content)
  const { container } = render(<EditorTail editor={editor} />)
  const tail = container.querySelector('.editor-tail')
  assert.ok(tail !== null)
  assert.equal(fireEvent.mouseDown(tail), false)
  type(editor, 'Below.')
  return markdownIn(editor)
}

describe('a click below the text', () => {
  it('continues in a new paragraph, or in the empty one that is there', () => {
    assert.equal(typedBelow('Text.'), 'Text.\n\nBelow.')
    assert.equal(typedBelow('```\ncode\n```'), '```\ncode\n```\n\nBelow.')
    assert.equal(typedBelow(''), 'Below.')
  })
})
