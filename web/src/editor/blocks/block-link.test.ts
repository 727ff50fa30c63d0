import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageAnchors } from '../../../../content/links/anchors.ts'
import { markdownIn, openEditor, pageOf, positionOf } from '../../../../test/support/web/editor.ts'
import { fragmentOf } from './block-link.ts'
import { blockAround } from './block-range.ts'

function open(markdown: string, text: string) {
  const editor = openEditor(markdown)
  const range = blockAround(editor.state.doc.resolve(positionOf(editor, text)))
  assert.ok(range)
  const fragment = fragmentOf(editor, range)
  return { editor, range, fragment, markdown: markdownIn(editor) }
}

describe('the link to a block', () => {
  it('is the name of a heading, numbered where another has it', () => {
    assert.equal(open('# My plan!', 'My').fragment, 'my-plan')
    assert.equal(open('# Plan\n\n> ## Plan\n\n### Plan x', 'Plan x').fragment, 'plan-x')
    const editor = openEditor('# Plan\n\ntext\n\n# Plan')
    const last = editor.state.doc.content.size - 6
    assert.equal(fragmentOf(editor, { from: last, to: last + 6 }), 'plan-1')
    assert.equal(markdownIn(editor), '# Plan\n\ntext\n\n# Plan')
  })

  it('is the name of a heading as the server knows it, also with what is no text', () => {
    const page = '01890000-0000-7000-8000-000000000001'
    for (const heading of [`About [Plans](/pages/${page})`, 'About $x^2$ now', '_Ab_**out** `x`']) {
      const [named] = pageAnchors(pageOf(`# ${heading}`))
      assert.ok(named)
      const editor = openEditor(`# ${heading}`)
      const to = editor.state.doc.content.size
      assert.equal(fragmentOf(editor, { from: 0, to }), named.anchor)
    }
    const { fragment, markdown } = open('# !!!', '!!!')
    assert.equal(markdown, `# <a id="${fragment}"></a>!!!`)
  })

  it('is an anchor in any other block, the same one each time', () => {
    const { editor, range, fragment, markdown } = open('- One\n- Two', 'Two')
    assert.match(fragment ?? '', /^[\da-f]{8}$/)
    assert.equal(markdown, `- One\n- <a id="${fragment}"></a>Two`)
    assert.equal(fragmentOf(editor, range), fragment)
    assert.equal(open('| a |\n| - |\n| b |', 'b').markdown.includes('<a id='), true)
  })

  it('leads to the end of the text before a block that has none', () => {
    assert.match(
      open('One\n\n```\nconst a\n```', 'const').markdown,
      /^One<a id="[\da-f]{8}"><\/a>\n\n```/,
    )
    assert.equal(open('```\nconst a\n```', 'const').fragment, undefined)
  })
})
