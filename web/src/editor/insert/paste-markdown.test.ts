import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { goBehind, markdownIn, openEditor } from '../../../../test/support/web/editor.ts'
import { looksLikeMarkdown, PasteMarkdown } from './paste-markdown.ts'

async function pasted(
  into: string,
  text: string,
  types: Record<string, string> = {},
): Promise<{ isTaken: boolean; markdown: string }> {
  const editor = openEditor(into, [PasteMarkdown])
  if (into !== '') goBehind(editor, into.split('\n').at(into.startsWith('```') ? 1 : 0) ?? '')
  const data = new DataTransfer()
  data.setData('text/plain', text)
  for (const [type, value] of Object.entries(types)) data.setData(type, value)
  const event = new ClipboardEvent('paste', { clipboardData: data })
  const slice = editor.state.doc.slice(0, 0)
  const isTaken =
    editor.view.someProp('handlePaste', (handle) => handle(editor.view, event, slice)) === true
  if (isTaken) await until(() => markdownIn(editor) !== into)
  return { isTaken, markdown: markdownIn(editor) }
}

describe('a text that looks like Markdown', () => {
  it('has signs of it at the start of a line or around words', () => {
    for (const text of [
      '# a',
      'x\n- a',
      '1. a',
      '> a',
      '```\na',
      '| a |',
      '**a**',
      '`a`',
      '[a](b)',
    ]) {
      assert.ok(looksLikeMarkdown(text), text)
    }
  })

  it('is no plain text with a dash, a star or a number in it', () => {
    for (const text of ['a - b', '3 * 4 * 5', 'in 2026. And so', 'a_b_c', 'x > y', 'C:\\a`b']) {
      assert.equal(looksLikeMarkdown(text), false, text)
    }
  })
})

describe('pasting Markdown', () => {
  it('puts in what it means', async () => {
    const { markdown } = await pasted('', '## A\n\n- [x] b\n\n| c |\n| - |\n| d |')
    assert.equal(markdown, '## A\n\n- [x] b\n\n| c |\n| - |\n| d |')
  })

  it('goes on in the paragraph with text of one line', async () => {
    const { markdown } = await pasted('Before', ' and **bold**')
    assert.equal(markdown, 'Beforeand **bold**')
  })

  it('leaves plain text, HTML and code to the browser', async () => {
    assert.equal((await pasted('a', 'plain text')).isTaken, false)
    assert.equal((await pasted('a', '# b', { 'text/html': '<h1>b</h1>' })).isTaken, false)
    assert.equal((await pasted('```\ncode\n```', '# b')).isTaken, false)
  })

  it('takes the text of code editors, whose HTML only colours it', async () => {
    const types = { 'text/html': '<span>#</span>', 'vscode-editor-data': '{}' }
    assert.equal((await pasted('', '# b', types)).markdown, '# b')
  })
})
