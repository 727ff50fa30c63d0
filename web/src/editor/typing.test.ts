import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  goBehind,
  markdownIn,
  openEditor,
  press,
  select,
  type,
} from '../../../test/support/web/editor.ts'

/** What typing this into an empty page makes of it. */
function typed(...lines: string[]): string {
  const editor = openEditor('')
  for (const [index, line] of lines.entries()) {
    if (index > 0) press(editor, 'Enter')
    type(editor, line)
  }
  const markdown = markdownIn(editor)
  editor.destroy()
  return markdown
}

describe('Markdown as it is typed', () => {
  it('makes headings, quotes and dividers', () => {
    assert.equal(typed('# One'), '# One')
    assert.equal(typed('### Three'), '### Three')
    assert.equal(typed('> Said'), '> Said')
    assert.match(typed('---'), /^---/)
  })

  it('makes lists, and leaves them by an empty item', () => {
    assert.equal(typed('- One', 'Two'), '- One\n- Two')
    assert.equal(typed('1. One', 'Two'), '1. One\n2. Two')
    assert.equal(typed('[] Open', 'Too'), '- [ ] Open\n- [ ] Too')
    assert.equal(typed('[x] Done'), '- [x] Done')
    assert.equal(typed('- One', '', 'After'), '- One\n\nAfter')
  })

  it('makes marks', () => {
    assert.equal(typed('a **bold** b'), 'a **bold** b')
    assert.equal(typed('a *italic* b'), 'a *italic* b')
    assert.equal(typed('a `code` b'), 'a `code` b')
    assert.equal(typed('a ~~gone~~ b'), 'a ~~gone~~ b')
    assert.equal(typed('a ==marked== b'), 'a <mark>marked</mark> b')
  })

  it('makes links, but none that run something', () => {
    assert.equal(typed('[Quire](https://example.com) '), '[Quire](https://example.com)')
    assert.doesNotMatch(typed('[x](javascript:alert) '), /^\[x\]\(javascript/)
  })

  it('makes callouts as GitHub writes them', () => {
    assert.equal(typed('[!TIP] Do it'), '> [!TIP]\n> Do it')
    assert.doesNotMatch(typed('[!other] Do it'), /^>/)
  })

  it('makes code of a fence, with its language', () => {
    assert.equal(typed('```ts const a'), '```ts\nconst a\n```')
  })
})

describe('keys', () => {
  it('nest the items of a list and take them out again', () => {
    const editor = openEditor('- One\n- Two')
    goBehind(editor, 'Two')
    assert.ok(press(editor, 'Tab'))
    assert.equal(markdownIn(editor), '- One\n  - Two')
    assert.ok(press(editor, 'Tab', { shiftKey: true }))
    assert.equal(markdownIn(editor), '- One\n- Two')
  })

  it('set marks on what is selected', () => {
    const editor = openEditor('One two.')
    select(editor, 'two')
    press(editor, 'h', { ctrlKey: true, shiftKey: true })
    assert.equal(markdownIn(editor), 'One <mark>two</mark>.')
    press(editor, 'b', { ctrlKey: true })
    assert.equal(markdownIn(editor), 'One **<mark>two</mark>**.')
  })

  it('undo and redo', () => {
    const editor = openEditor('One')
    goBehind(editor, 'One')
    type(editor, '!')
    press(editor, 'z', { ctrlKey: true })
    assert.equal(markdownIn(editor), 'One')
    press(editor, 'z', { ctrlKey: true, shiftKey: true })
    assert.equal(markdownIn(editor), 'One!')
  })
})
