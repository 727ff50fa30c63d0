import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { goBehind, markdownIn, openEditor, type } from '../../../../test/support/web/editor.ts'
import { readOnlyHost } from '../editor-host.ts'
import { slashItems } from './slash-items.tsx'
import { matching } from './suggestions.tsx'

const items = slashItems(readOnlyHost)

/** What the page is after this item was chosen and a word written. */
function chosen(id: string, word = 'Text'): string {
  const editor = openEditor('')
  const item = items.find((entry) => entry.id === id)
  assert.ok(item !== undefined, id)
  item.run(editor)
  type(editor, word)
  return markdownIn(editor)
}

describe('the slash menu', () => {
  it('finds by the words of a title, then by other names', () => {
    const titles = (query: string) => matching(items, query).map(({ title }) => title)
    assert.deepEqual(titles('head').slice(0, 3), ['Heading 1', 'Heading 2', 'Heading 3'])
    assert.equal(titles('todo')[0], 'Task list')
    assert.equal(titles('list')[0], 'Bulleted list')
    assert.deepEqual(titles('nothing like it'), [])
    assert.equal(titles('').length, items.length)
  })

  it('finds by English words in every language', () => {
    const item = { id: 'list', title: 'قائمة', keywords: 'نقاط Bulleted list', icon: null }
    const found = (query: string) => matching([{ ...item, run: () => undefined }], query).length
    assert.deepEqual(['قا', 'نقا', 'bul', 'list', 'table'].map(found), [1, 1, 1, 1, 0])
    const table = { ...item, title: '插入表格', keywords: 'Table', run: () => undefined }
    assert.equal(matching([table], '表').length, 1)
  })

  it('makes every kind of block', () => {
    assert.equal(chosen('heading-2'), '## Text')
    assert.equal(chosen('bullets'), '- Text')
    assert.equal(chosen('numbers'), '1. Text')
    assert.equal(chosen('tasks'), '- [ ] Text')
    assert.equal(chosen('quote'), '> Text')
    assert.equal(chosen('code'), '```\nText\n```')
    assert.equal(chosen('callout-warning'), '> [!WARNING]\n> Text')
    assert.equal(chosen('text'), 'Text')
  })

  it('puts the caret below a view, which is drawn at once', () => {
    assert.equal(chosen('view'), '```quire-view\nunder: this\n```\n\nText')
  })

  it('makes tables with a heading row, and writes in the first cell', () => {
    assert.match(chosen('table'), /^\| Text \| +\| +\|\n\| -/)
  })

  it('has names of their own for its items', () => {
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length)
  })

  it('opens a formula to be written at once', () => {
    const editor = openEditor('')
    items.find(({ id }) => id === 'formula')?.run(editor)
    const field = editor.view.dom.querySelector('textarea')
    assert.ok(field !== null)
    field.value = 'x^2'
    field.dispatchEvent(new Event('blur'))
    assert.match(markdownIn(editor), /^\$\$\nx\^2\n\$\$/)
  })

  it('numbers footnotes on, and writes their text at the end of the page', () => {
    const editor = openEditor('One[^1].\n\n[^1]: First.')
    goBehind(editor, 'One')
    items.find(({ id }) => id === 'footnote')?.run(editor)
    type(editor, 'Second.')
    assert.match(markdownIn(editor), /^One\[\^2\]\[\^1\]\.[^]*\[\^2\]: Second\.$/)
  })
})
