import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdownIn, openEditor } from '../../../../../test/support/web/editor.ts'

const id = '01234567-89ab-4cde-8f01-23456789abcd'
const link = (name: string, mimeType: string) => `[${name}](/files/${id} "file, ${mimeType}")`

function press(element: Element | null, key: string, shiftKey = false): void {
  assert.ok(element)
  element.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))
}

describe('a file in the editor', () => {
  it('is shown in place and as a link again by its button', () => {
    const editor = openEditor(link('a.mp4', 'video/mp4'))
    const find = (selector: string) => editor.view.dom.querySelector<HTMLElement>(selector)
    assert.equal(find('video'), null)
    find('.file-embed')?.click()
    assert.equal(find('video')?.getAttribute('src'), `/files/${id}`)
    assert.equal(find('video')?.getAttribute('aria-label'), 'a.mp4')
    assert.equal(find('a.file-chip')?.textContent, 'a.mp4')
    assert.equal(markdownIn(editor), `!${link('a.mp4', 'video/mp4')}`)
    find('.file-embed')?.click()
    assert.equal(find('video'), null)
    assert.equal(markdownIn(editor), link('a.mp4', 'video/mp4'))
  })

  it('has the player of its kind, and says so when it cannot be played', () => {
    const editor = openEditor(`!${link('a.mp3', 'audio/mpeg')}`)
    const player = editor.view.dom.querySelector('audio')
    assert.ok(player?.controls)
    player.dispatchEvent(new Event('error'))
    assert.match(editor.view.dom.querySelector('[role="status"]')?.textContent ?? '', /cannot play/)
  })

  it('of another kind stays a link, whatever the page says', () => {
    for (const mimeType of ['text/html', 'application/zip', 'image/svg+xml']) {
      const editor = openEditor(`!${link('a', mimeType)}`)
      assert.equal(editor.view.dom.querySelector('.file-embed, video, audio, iframe'), null)
      assert.ok(editor.view.dom.querySelector('a.file-chip'))
    }
  })

  it('keeps its player while the text around it changes', () => {
    const editor = openEditor(`Text !${link('a.mp3', 'audio/mpeg')}`)
    const player = editor.view.dom.querySelector('audio')
    editor.commands.insertContentAt(1, 'More ')
    assert.equal(editor.view.dom.querySelector('audio'), player)
  })
})

describe('an image with a look', () => {
  const tag = '<img src="/files/1" alt="A" width="300" align="right">'

  it('is shown with its size, its alignment and its caption', () => {
    const editor = openEditor('<img src="/files/1" alt="A" title="Map" width="50%" align="right">')
    const image = editor.view.dom.querySelector('.image-picture img')
    assert.equal(image?.getAttribute('width'), '50%')
    const frame = editor.view.dom.querySelector<HTMLElement>('.image-frame')
    assert.equal(frame?.dataset['align'], 'right')
    assert.equal(
      editor.view.dom.querySelector<HTMLInputElement>('.image-caption input')?.value,
      'Map',
    )
  })

  it('is resized by keys, which the slider announces', () => {
    const editor = openEditor(tag)
    const slider = editor.view.dom.querySelector('[role="slider"]')
    press(slider, 'Home')
    assert.equal(slider?.getAttribute('aria-valuetext'), '40 pixels')
    assert.equal(markdownIn(editor), tag.replace('300', '40'))
    press(slider, 'a')
    assert.equal(markdownIn(editor), tag.replace('300', '40'))
  })

  it('takes a caption where it stands, and loses it again', () => {
    const editor = openEditor(tag)
    const field = editor.view.dom.querySelector<HTMLInputElement>('.image-caption input')
    assert.ok(field)
    field.value = ' Our map '
    field.dispatchEvent(new Event('change'))
    assert.equal(markdownIn(editor), tag.replace(' width', ' title="Our map" width'))
    field.value = ''
    field.dispatchEvent(new Event('change'))
    assert.equal(markdownIn(editor), tag)
  })

  it('goes through the clipboard with its look', () => {
    const editor = openEditor(tag)
    editor.commands.setNodeSelection(1)
    const { dom } = editor.view.serializeForClipboard(editor.state.selection.content())
    editor.commands.clearContent()
    editor.view.pasteHTML(dom.innerHTML)
    assert.equal(markdownIn(editor), tag)
  })
})
