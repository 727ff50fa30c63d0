import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AllSelection, EditorState, TextSelection } from '@tiptap/pm/state'
import * as fc from 'fast-check'
import { checkDocument } from '../../../../../../content/document.ts'
import { pages } from '../../../../../../test/fixtures/content/arbitrary-document.ts'
import {
  markdownIn,
  openEditor,
  pageOf,
  positionOf,
} from '../../../../../../test/support/web/editor.ts'
import { readOnlyHost } from '../../../editor-host.ts'
import { prepare, put } from '../paste.ts'
import { putBlocks } from '../put/put-blocks.ts'
import { copy } from './copy.ts'

const target = { workspaceId: '', origin: location.origin }

function copied(markdown: string, from?: string, to = from) {
  const editor = openEditor(markdown)
  const { tr } = editor.state
  const selection =
    from === undefined
      ? new AllSelection(tr.doc)
      : TextSelection.create(
          tr.doc,
          positionOf(editor, from),
          positionOf(editor, to ?? from) + (to ?? from).length,
        )
  editor.view.dispatch(tr.setSelection(selection))
  const created = copy(editor.state, target)
  editor.destroy()
  return created
}

const given = { html: '', text: '', types: [], codeEditor: '', blocks: '', isPlain: false }

function pasted(from: Partial<typeof given>) {
  const editor = openEditor('')
  const prepared = prepare(editor.state, readOnlyHost, { ...given, ...from })
  assert.ok(!(prepared instanceof Promise))
  put(editor.view, readOnlyHost, prepared)
  return editor
}

describe('the text of what is copied', () => {
  it('is Markdown for blocks', () => {
    const markdown =
      '## A\n\n- b\n  - [x] c\n\n| d | e |\n| - | -: |\n| f | 1 |\n\n$$\nx\n$$\n\n```js\ng\n```'
    assert.equal(copied(markdown).text, markdown)
  })

  it('is the letters themselves for a part of a text', () => {
    assert.equal(copied('A **b_c** $x$ [d](https://e.f) g', 'A', 'g').text, 'A b_c $x$ d g')
    assert.equal(copied('One two three', 'two').text, 'two')
    assert.equal(copied('```js\na_b\n```', 'a_b').text, 'a_b')
  })

  it('holds items that are selected in part', () => {
    assert.equal(copied('- alpha\n- beta\n- gamma', 'pha', 'be').text, '- pha\n- be')
    assert.equal(copied('3. alpha\n4. beta', 'alpha', 'beta').text, '3. alpha\n4. beta')
  })
})

describe('the HTML of what is copied', () => {
  const html = (markdown: string, from?: string) =>
    copied(markdown, from).html.replace(/ data-quire-blocks="[^"]*"/, '')

  it('needs no classes, and has borders, boxes and quotes of its own', () => {
    const all = html(
      '- [x] a\n- [ ] b\n\n| c |\n| -: |\n| d |\n\n> [!TIP]\n> e\n\n**f** ~~g~~ <mark>h</mark>',
    )
    assert.doesNotMatch(all, / class=| data-/)
    assert.match(all, /<li>☑ a<\/li>\n<li>☐ b<\/li>/)
    assert.match(
      all,
      /<table border="1"[^]*<th align="right" style="border:1px solid[^"]*text-align:right">c/,
    )
    assert.match(
      all,
      /<blockquote style="[^"]*"><p><strong>Tip<\/strong><\/p><p>e<\/p><\/blockquote>/,
    )
    assert.match(all, /<strong>f<\/strong> <s>g<\/s> <mark>h<\/mark>/)
  })

  it('has whole addresses', () => {
    const id = '01234567-89ab-4cde-8f01-23456789abcd'
    const all = html(`[Page](/pages/${id}) and ![a](/files/${id})\n\nx`)
    assert.match(all, new RegExp(`href="${location.origin}/pages/${id}"`))
    assert.match(all, new RegExp(`src="${location.origin}/files/${id}"`))
  })

  it('is no paragraph for a part of one', () => {
    assert.equal(html('One **two** three', 'two'), '<div><strong>two</strong></div>')
  })
})

describe('what was copied in Quire', () => {
  it('is the same page when it is pasted into an empty one, by its own type and by HTML', () => {
    const { schema } = openEditor('')
    const empty = EditorState.create({ schema })
    for (const value of fc.sample(pages, { numRuns: 300, seed: 20_261_123 })) {
      const checked = checkDocument(JSON.parse(JSON.stringify(value)))
      assert.ok(checked.ok)
      const doc = schema.nodeFromJSON(checked.document)
      const { blocks, html } = copy(
        EditorState.create({ doc, selection: new AllSelection(doc) }),
        target,
      )
      for (const from of [{ blocks }, { html }]) {
        const prepared = prepare(empty, readOnlyHost, { ...given, ...from })
        assert.ok('blocks' in prepared)
        const page = putBlocks(empty, prepared.blocks).doc
        assert.ok(page.eq(doc), JSON.stringify(value))
      }
    }
  })

  it('is read by its HTML where another program dropped the rest', () => {
    const markdown =
      '## A\n\n- b\n  - c\n\nx\n\n- [x] d\n\n| e | f |\n| - | -: |\n| g | 1 |\n\n```js\nh\n```'
    const html = copied(markdown).html.replace(/ data-quire-blocks="[^"]*"/, '')
    assert.equal(markdownIn(pasted({ html })), markdown)
  })

  it('is refused when it is no document', () => {
    const blocks = JSON.stringify({ content: [{ type: 'script', text: 'x' }] })
    assert.equal(markdownIn(pasted({ blocks, text: 'x' })), 'x')
  })

  it('leads to the other server, and pages of another workspace become links', () => {
    const id = '01234567-89ab-4cde-8f01-23456789abcd'
    const { content } = pageOf(`[Page](/pages/${id}) ![a](/files/${id})`)
    const there = { origin: 'https://other.example', workspaceId: 'w', content }
    assert.equal(
      markdownIn(pasted({ blocks: JSON.stringify(there) })),
      `[Page](https://other.example/pages/${id}) ![a](https://other.example/files/${id})`,
    )
    const page = {
      origin: location.origin,
      workspaceId: 'w',
      content: pageOf(`[Page](/pages/${id})`).content,
    }
    assert.equal(
      markdownIn(pasted({ blocks: JSON.stringify(page) })),
      `[Page](${location.origin}/pages/${id})`,
    )
  })
})
