import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Editor } from '@tiptap/core'
import {
  goBehind,
  openEditor,
  positionOf,
  select,
  type,
} from '../../../../test/support/web/editor.ts'
import { schemaExtensions } from '../nodes/schema-extensions.ts'
import { tagLinks } from './tag-links.ts'

const address = (tag: string) => `/tags?tag=${tag}`
const open = (markdown: string) => openEditor(markdown, [tagLinks(address)])
const tagsIn = ({ view }: Editor) =>
  [...view.dom.querySelectorAll<HTMLElement>('.tag')].map(({ textContent }) => textContent)

describe('tags in the text of a page', () => {
  it('are shown, but not in code, links and numbers', () => {
    const editor = open(
      'An #idea, `#code`, [#link](https://a.b), #123\n\n- #in-list\n\n```\n#no\n```',
    )
    assert.deepEqual(tagsIn(editor), ['#idea', '#in-list'])
    const [tag] = editor.view.dom.querySelectorAll<HTMLElement>('.tag')
    assert.equal(tag?.dataset['href'], '/tags?tag=idea')
    assert.equal(tag.tagName, 'SPAN')
  })

  it('follow what is typed and deleted', () => {
    const editor = open('One #a two\n\nThree #b')
    goBehind(editor, '#a')
    type(editor, 'b')
    assert.deepEqual(tagsIn(editor), ['#ab', '#b'])
    type(editor, ' #new ')
    assert.deepEqual(tagsIn(editor), ['#ab', '#new', '#b'])
    const from = positionOf(editor, '#ab')
    editor.commands.deleteRange({ from, to: from + 1 })
    assert.deepEqual(tagsIn(editor), ['#new', '#b'])
    editor.commands.insertContentAt(0, {
      type: 'paragraph',
      content: [{ type: 'text', text: '#first' }],
    })
    assert.deepEqual(tagsIn(editor), ['#first', '#new', '#b'])
    editor.commands.undo()
    editor.commands.clearContent()
    assert.deepEqual(tagsIn(editor), [])
  })

  it('end where they become code or a code block, and come back', () => {
    const editor = open('One #a')
    select(editor, '#a')
    editor.commands.setMark('code')
    assert.deepEqual(tagsIn(editor), [])
    editor.commands.unsetMark('code')
    assert.deepEqual(tagsIn(editor), ['#a'])
    editor.commands.setNode('codeBlock')
    assert.deepEqual(tagsIn(editor), [])
  })

  it('are links for a reader, and only text for a visitor', () => {
    const element = document.body.appendChild(document.createElement('div'))
    const extensions = [...schemaExtensions, tagLinks(address)]
    const content = '<p>An #idea</p>'
    const reader = new Editor({ element, editable: false, extensions, content })
    assert.equal(reader.view.dom.querySelector('a.tag')?.getAttribute('href'), '/tags?tag=idea')
    const visitor = openEditor('An #idea', [tagLinks(undefined)])
    assert.equal(visitor.view.dom.querySelector<HTMLElement>('.tag')?.dataset['href'], undefined)
  })
})
