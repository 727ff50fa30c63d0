import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdownIn, openEditor } from '../../../../test/support/web/editor.ts'
import { isEmbed, linkedPage, turnIntoEmbed, turnIntoLink } from './convert.ts'
import { slotsOf } from './slots.ts'

const id = '01890000-0000-7000-8000-00000000000a'

function open(markdown: string) {
  const editor = openEditor(markdown)
  const range = () => ({ from: 0, to: editor.state.doc.firstChild?.nodeSize ?? 0 })
  return { editor, range }
}

describe('a link to a page', () => {
  it('is no embedded page when there is more in its paragraph, or it leads elsewhere', () => {
    for (const markdown of [
      `[A](/pages/${id}) and more`,
      `[A](/pages/${id}) [B](/pages/${id})`,
      `# [A](/pages/${id})`,
      `[A](/files/${id})`,
      '[A](https://example.com/)',
      'A',
      `- [A](/pages/${id})`,
    ]) {
      const { editor, range } = open(markdown)
      assert.equal(linkedPage(editor, range()), undefined, markdown)
    }
  })

  it('becomes the page, and the page a link again', () => {
    for (const markdown of [`[A](/pages/${id})`, `[A](/pages/${id}#goal)`]) {
      const { editor, range } = open(markdown)
      const target = linkedPage(editor, range())
      assert.ok(target, markdown)
      assert.equal(target.label, 'A')
      turnIntoEmbed(editor, range(), target)
      assert.equal(markdownIn(editor).trim(), `!${markdown}`)
      assert.ok(isEmbed(editor, range()))
      assert.equal(linkedPage(editor, range()), undefined)
      turnIntoLink(editor, range())
      assert.equal(markdownIn(editor).trim(), markdown)
      assert.ok(!isEmbed(editor, range()))
    }
  })
})

describe('an embedded page in the editor', () => {
  it('has a slot while it is there, and the label until its title is known', () => {
    const { editor, range } = open(`![Label](/pages/${id}#goal)\n\nb`)
    const [slot] = slotsOf(editor).list()
    assert.deepEqual([slot?.pageId, slot?.anchor], [id, 'goal'])
    const dom = editor.view.dom.querySelector('.page-embed')
    assert.equal(dom?.querySelector('a')?.getAttribute('href'), `/pages/${id}#goal`)
    assert.equal(dom?.getAttribute('aria-label'), 'Label')
    slot?.setTitle('Title now')
    assert.equal(dom?.querySelector('a')?.textContent, 'Title now')
    slot?.setTitle(undefined)
    assert.equal(dom?.querySelector('a')?.textContent, 'Label')
    let notified = 0
    const stop = slotsOf(editor).subscribe(() => {
      notified += 1
    })
    editor.commands.deleteRange(range())
    assert.deepEqual(slotsOf(editor).list(), [])
    assert.ok(notified > 0)
    stop()
  })
})
