import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { markdownIn, openEditor, pageOf } from '../../../test/support/web/editor.ts'
import { fillEditor } from './fill-editor.ts'
import { languageOf } from './nodes/code/highlight.ts'

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index} ${'word '.repeat(40)}`.trim())

async function filled(markdown: string): Promise<{ steps: number; markdown: string }> {
  const editor = openEditor('')
  let steps = 0
  editor.on('transaction', () => (steps += 1))
  await new Promise<void>((resolve) => fillEditor(editor, pageOf(markdown), resolve))
  return { steps, markdown: markdownIn(editor) }
}

describe('filling the editor', () => {
  it('takes one step for a short page', async () => {
    assert.deepEqual(await filled('One.\n\n- Two'), { steps: 1, markdown: 'One.\n\n- Two' })
  })

  it('takes many for a long one, and loses nothing', async () => {
    const long = paragraphs(60).join('\n\n')
    const { steps, markdown } = await filled(long)
    assert.equal(markdown, long)
    assert.ok(steps >= 4, `${steps} steps`)
  })

  it('takes a block that is longer than a portion as one', async () => {
    const code = `\`\`\`\n${'line\n'.repeat(2000)}\`\`\``
    assert.equal((await filled(`Before.\n\n${code}\n\nBehind.`)).steps, 2)
  })

  it('stops when the page is left', async () => {
    const editor = openEditor('')
    let isDone = false
    const stop = fillEditor(editor, pageOf(paragraphs(60).join('\n\n')), () => (isDone = true))
    stop()
    await pause(30)
    assert.equal(isDone, false)
    assert.ok(editor.state.doc.childCount < 60)
    editor.destroy()
  })

  it('is nothing that could be undone', async () => {
    const editor = openEditor('')
    await new Promise<void>((resolve) => fillEditor(editor, pageOf('One.'), resolve))
    assert.equal(editor.can().undo(), false)
  })
})

describe('the language of code', () => {
  it('is known by its name and by others', () => {
    assert.equal(languageOf('TypeScript'), 'typescript')
    assert.equal(languageOf('ts'), 'typescript')
    assert.equal(languageOf('C++'), 'cpp')
    assert.equal(languageOf('html'), 'xml')
  })

  it('is none for what cannot be coloured', () => {
    for (const name of ['cobol', '', null, undefined, 7, 'constructor', '__proto__']) {
      assert.equal(languageOf(name), undefined, String(name))
    }
  })
})
