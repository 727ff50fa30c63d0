import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdownIn, openEditor, press, type } from '../../../../test/support/web/editor.ts'
import { dayFromToday, formatDay } from '../../lib/dates.ts'
import { insertDate } from './dates.ts'

describe('a date in the editor', () => {
  const tag = (day: string) => `<time datetime="${day}">${day}</time>`

  it('is made of its name behind @, and of no other word', () => {
    const editor = openEditor('')
    editor.commands.setTextSelection(1)
    type(editor, 'Due @tomorrow or @someday soon')
    assert.equal(markdownIn(editor), `Due ${tag(dayFromToday(1))} or @someday soon`)
  })

  it('is shown as the reader writes dates, on the day it is wherever they are', () => {
    const editor = openEditor(tag('2026-11-22'))
    assert.equal(editor.view.dom.querySelector('time')?.textContent, 'Nov 22, 2026')
    assert.equal(formatDay('2026-01-01'), 'Jan 1, 2026')
    assert.equal(dayFromToday(1, new Date(2026, 11, 31, 23, 59)), '2027-01-01')
  })

  it('is put in with its picker open, and keeps what is picked', () => {
    const editor = openEditor('')
    insertDate(editor)
    const field = editor.view.dom.querySelector('input')
    assert.ok(field)
    field.value = '2031-05-04'
    field.dispatchEvent(new Event('blur'))
    assert.equal(markdownIn(editor), tag('2031-05-04'))
    editor.commands.setNodeSelection(1)
    assert.ok(press(editor, 'Enter'))
    assert.ok(editor.view.dom.querySelector('input'))
  })

  it('is read from the HTML of other programs, and refused when it is no day', () => {
    for (const html of [
      '<p><time datetime="2026-11-22">today</time></p>',
      '<p><span data-node="date" data-date="&quot;2026-11-22&quot;">x</span></p>',
    ]) {
      const editor = openEditor('')
      editor.view.pasteHTML(html)
      assert.equal(markdownIn(editor), tag('2026-11-22'), html)
    }
    const editor = openEditor('')
    editor.view.pasteHTML('<p><time datetime="2026-02-30">then</time></p>')
    assert.equal(markdownIn(editor), 'then')
  })

  it('stays as it is for a reader, and on Escape', () => {
    const editor = openEditor(tag('2026-11-22'))
    editor.setEditable(false)
    editor.view.dom.querySelector<HTMLElement>('time')?.click()
    assert.equal(editor.view.dom.querySelector('input'), null)
    editor.setEditable(true)
    editor.view.dom.querySelector<HTMLElement>('time')?.click()
    const field = editor.view.dom.querySelector('input')
    assert.ok(field)
    field.value = '2031-05-04'
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    field.dispatchEvent(new Event('blur'))
    assert.equal(markdownIn(editor), tag('2026-11-22'))
  })

  it('leads to its daily page, by Ctrl with a click or Enter in the picker', () => {
    const editor = openEditor(tag('2026-11-22'))
    const chip = editor.view.dom.querySelector<HTMLElement>('time')
    assert.equal(chip?.dataset['href'], '/today?date=2026-11-22')
    chip.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }))
    assert.equal(chip.querySelector('input'), null)
    chip.click()
    const followed: boolean[] = []
    chip.addEventListener('click', (event) => followed.push(event.ctrlKey))
    const field = chip.querySelector('input')
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true }))
    assert.deepEqual(followed, [true])
  })
})
