import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import { until } from '../../../../test/support/until.ts'
import {
  goBehind,
  markdownIn,
  openEditor,
  select,
  type,
} from '../../../../test/support/web/editor.ts'
import { type EditorHost, readOnlyHost } from '../editor-host.ts'
import { clipboard, loadClipboard } from './clipboard.ts'
import { uploads } from './uploads.ts'

const pageId = '01234567-89ab-4cde-8f01-23456789abcd'

function open(markdown: string, more: Partial<EditorHost> = {}) {
  const errors: string[] = []
  const host: EditorHost = {
    ...readOnlyHost,
    workspaceId: 'here',
    notifyError: (message) => void errors.push(message),
    upload: async ({ name, size, type: mimeType }) => ({ fileId: pageId, name, size, mimeType }),
    ...more,
  }
  const editor = openEditor(markdown, [uploads(host), clipboard(host)])
  return { editor, errors }
}

function send(editor: Editor, name: string, types: Record<string, string>): DataTransfer {
  const clipboardData = new DataTransfer()
  for (const [kind, value] of Object.entries(types)) clipboardData.setData(kind, value)
  const event = new ClipboardEvent(name, { clipboardData, bubbles: true, cancelable: true })
  editor.view.dom.dispatchEvent(event)
  return clipboardData
}

const paste = (editor: Editor, types: Record<string, string>) => send(editor, 'paste', types)

function holdShift(editor: Editor, lastKeyCode = 86): void {
  Object.assign(Reflect.get(editor.view, 'input'), { shiftKey: true, lastKeyCode })
}

describe('pasting', () => {
  it('waits for its code where the cursor was, in order, whatever is typed meanwhile', async () => {
    const { editor } = open('One three')
    goBehind(editor, 'One')
    paste(editor, { 'text/plain': ' **a**' })
    paste(editor, { 'text/plain': ' b' })
    goBehind(editor, 'three')
    type(editor, '!')
    await until(() => markdownIn(editor).includes('b'))
    assert.equal(markdownIn(editor), 'One**a** b three!')
  })

  describe('when its code is there', () => {
    before(loadClipboard)

    it('is one step to undo, beside what was typed before and after', () => {
      const { editor } = open('One')
      goBehind(editor, 'One')
      type(editor, ' two')
      paste(editor, { 'text/html': '<p>a</p><ul><li>b</li></ul>' })
      assert.equal(markdownIn(editor), 'One twoa\n\n- b')
      type(editor, 'c')
      editor.commands.undo()
      assert.equal(markdownIn(editor), 'One twoa\n\n- b')
      editor.commands.undo()
      assert.equal(markdownIn(editor), 'One two')
    })

    it('puts the text itself in with Ctrl+Shift+V, letter for letter', () => {
      const { editor } = open('')
      holdShift(editor)
      paste(editor, { 'text/plain': '**raw** text, - [ ] One.one', 'text/html': '<b>raw</b>' })
      assert.equal(editor.getText(), '**raw** text, - [ ] One.one')
      assert.equal(editor.state.doc.firstChild?.childCount, 1)
      const lines = open('').editor
      holdShift(lines)
      paste(lines, { 'text/plain': '# a\n\n  https://example.com' })
      assert.deepEqual(
        lines.state.doc.content.content.map(({ textContent }) => textContent),
        ['# a', '', '  https://example.com'],
      )
      assert.equal(lines.state.doc.lastChild?.firstChild?.marks.length, 0)
    })

    it('pastes with Shift+Insert as with Ctrl+V', () => {
      const { editor } = open('')
      holdShift(editor, 45)
      paste(editor, { 'text/plain': '**a**' })
      assert.equal(markdownIn(editor), '**a**')
    })

    it('takes the letters of a text into code', () => {
      const { editor } = open('```\na\n```')
      goBehind(editor, 'a')
      paste(editor, { 'text/plain': '\n**b**\n', 'text/html': '<b>b</b>' })
      assert.equal(markdownIn(editor), '```\na\n**b**\n\n```')
    })

    it('links the selected words to an address', () => {
      const { editor } = open('One two')
      select(editor, 'two')
      paste(editor, { 'text/plain': 'https://example.com/a' })
      assert.equal(markdownIn(editor), 'One [two](https://example.com/a)')
    })

    it('makes no link of words with a dot', () => {
      const { editor } = open('')
      paste(editor, { 'text/html': '<p>One.one</p>' })
      assert.equal(markdownIn(editor), 'One.one')
    })

    it('names the page that an address leads to, and leaves one that cannot be read', async () => {
      const address = `${location.origin}/pages/${pageId}`
      const { editor } = open('See ', { titleOf: async () => 'Plan' })
      goBehind(editor, 'See')
      paste(editor, { 'text/plain': address })
      await until(() => markdownIn(editor).includes('Plan'))
      assert.equal(markdownIn(editor), `See[Plan](/pages/${pageId})`)
      const other = open('').editor
      paste(other, { 'text/plain': address })
      await until(() => markdownIn(other) !== '')
      assert.equal(markdownIn(other), `<${address}>`)
    })

    it('uploads images that are part of the HTML, each where it stands', async () => {
      const { editor } = open('')
      const image = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Chart">'
      paste(editor, { 'text/html': `<p>One ${image} two</p><p>${image}</p>` })
      await until(() => markdownIn(editor).split('/files/').length === 3)
      const file = `![Chart](/files/${pageId})`
      assert.equal(markdownIn(editor), `One ${file} two\n\n${file}`)
    })

    it('refuses what is too large, in a sentence', () => {
      const { editor, errors } = open('One')
      paste(editor, { 'text/html': `<p>${'a'.repeat(5_100_000)}</p>` })
      paste(editor, { 'text/html': `a${'<i></i>'.repeat(200_000)}` })
      assert.equal(markdownIn(editor), 'One')
      const refusal = 'This is too large to paste. Copy it in several parts.'
      assert.deepEqual(errors, [refusal, refusal])
    })

    it('runs nothing, and keeps nothing that runs', () => {
      const { editor } = open('')
      const html =
        '<p onclick="alert(1)">a<script>alert(2)</script><img src=x onerror="alert(3)"><a href="javascript:alert(4)">b</a></p><style>p{}</style><form action="//x"><input value="c"></form><svg onload="alert(5)"></svg><iframe src="javascript:alert(6)"></iframe>'
      paste(editor, { 'text/html': html })
      assert.doesNotMatch(JSON.stringify(editor.getJSON()), /alert|script|onload/)
      assert.equal(markdownIn(editor), 'ab')
    })

    it('leaves a page alone that cannot be changed', () => {
      const { editor } = open('One')
      editor.setEditable(false)
      paste(editor, { 'text/plain': 'two' })
      assert.equal(markdownIn(editor), 'One')
    })
  })
})

describe('copying and cutting', () => {
  before(loadClipboard)

  it('hand over Markdown, HTML and the blocks', () => {
    const { editor } = open('- a\n- b')
    editor.commands.selectAll()
    const data = send(editor, 'copy', {})
    assert.equal(data.getData('text/plain'), '- a\n- b')
    assert.match(data.getData('text/html'), /<ul><li>a<\/li>/)
    assert.match(data.getData('application/x-quire-blocks+json'), /"workspaceId":"here"/)
    assert.equal(markdownIn(editor), '- a\n- b')
  })

  it('take away what is cut, and nothing of a page that cannot be changed', () => {
    const { editor } = open('One two')
    select(editor, ' two')
    assert.equal(send(editor, 'cut', {}).getData('text/plain'), ' two')
    assert.equal(markdownIn(editor), 'One')
    select(editor, 'One')
    editor.setEditable(false)
    send(editor, 'cut', {})
    assert.equal(markdownIn(editor), 'One')
  })
})
