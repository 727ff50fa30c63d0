import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { openEditor, press, type } from '../../../test/support/web/editor.ts'
import { addProps, lateProps } from './late-props.ts'

describe('what is added to an editor later', () => {
  it('has keys and letters first, or last, until it is removed', () => {
    const editor = openEditor('a', lateProps)
    const pressed: string[] = []
    const note = (name: string, isHandled: boolean) => ({
      keyDown: (_view: unknown, { key }: KeyboardEvent) => {
        pressed.push(`${name} ${key}`)
        return isHandled
      },
    })
    addProps(editor, 'last', note('last', true))
    const removeFirst = addProps(editor, 'first', note('first', false))
    assert.equal(press(editor, 'F7'), true)
    removeFirst()
    addProps(editor, 'first', note('second', true))
    press(editor, 'F7')
    assert.deepEqual(pressed, ['first F7', 'last F7', 'second F7'])
  })

  it('may take what is typed', () => {
    const editor = openEditor('a', lateProps)
    const typed: string[] = []
    addProps(editor, 'first', { textInput: (_view, text) => typed.push(text) > 0 })
    type(editor, 'bc')
    assert.deepEqual([typed.join(''), editor.getText()], ['bc', 'a'])
  })

  it('decorates the page', () => {
    const editor = openEditor('a', lateProps)
    const remove = addProps(editor, 'first', {
      decorations: ({ doc }) =>
        DecorationSet.create(doc, [Decoration.node(0, 3, { class: 'marked' })]),
    })
    const marked = () => editor.view.dom.querySelectorAll('.marked').length
    editor.commands.setTextSelection(1)
    editor.commands.setTextSelection(2)
    assert.equal(marked(), 1)
    remove()
    editor.commands.setTextSelection(1)
    assert.equal(marked(), 0)
  })
})
