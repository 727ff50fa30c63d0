import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import * as fc from 'fast-check'
import type { PageDocument } from '../../../content/document.ts'
import { pages } from '../../../test/fixtures/content/arbitrary-document.ts'
import { goBehind, openEditor as open, pageOf as page } from '../../../test/support/web/editor.ts'
import { normal } from '../pages/saving/same-document.ts'
import { applyDocument } from './apply-document.ts'

function beforeCursor(editor: Editor): string {
  const { $head } = editor.state.selection
  return $head.parent.textBetween(0, $head.parentOffset)
}

describe('showing another version of a page', () => {
  it('leaves the cursor where it is when blocks around it change', () => {
    const editor = open(page('One.\n\nTwo here.\n\nThree.'))
    goBehind(editor, 'Two')
    applyDocument(editor, page('Other.\n\nNew.\n\nTwo here.\n\nThree, changed.\n\nFour.'))
    assert.equal(beforeCursor(editor), 'Two')
    assert.equal(editor.state.doc.childCount, 5)
  })

  it('leaves the cursor where it is when text of its own block changes', () => {
    const editor = open(page('One two three four.'))
    goBehind(editor, 'three')
    applyDocument(editor, page('One and two three four.'))
    assert.equal(beforeCursor(editor), 'One and two three')
  })

  it('cannot be undone by mistake, while what the person typed can', () => {
    const editor = open(page('One.\n\nTwo.'))
    goBehind(editor, 'One')
    editor.commands.insertContent(' more')
    applyDocument(editor, page('One more.\n\nTheirs.'))
    editor.commands.undo()
    assert.equal(editor.getText({ blockSeparator: '|' }), 'One.|Theirs.')
  })

  it('is no change of the person', () => {
    const editor = open(page('One.'))
    applyDocument(editor, page('One.'))
    assert.equal(editor.can().undo(), false)
  })

  it('shows any page in the place of any other', () => {
    fc.assert(
      fc.property(pages, pages, (before, after) => {
        // A table that is no rectangle is made one as soon as it is shown.
        fc.pre(!JSON.stringify(after).includes('"table"'))
        const shown = (content: typeof before): PageDocument => ({ ...content, type: 'doc' })
        const editor = open(shown(before))
        applyDocument(editor, shown(after))
        assert.deepEqual(editor.getJSON(), normal(shown(after)))
        editor.destroy()
      }),
      { numRuns: 40 },
    )
  })
})
