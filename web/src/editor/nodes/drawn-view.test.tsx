import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useEffect } from 'react'
import { markdownIn, openEditor, positionOf } from '../../../../test/support/web/editor.ts'
import { act, render, waitUntilIdle } from '../../../../test/support/web/screen.tsx'
import { useViewSlots, type ViewSlot } from '../../lib/view-slots/view-slots.ts'

const fence = (source: string, language = 'quire-view') => `\`\`\`${language}\n${source}\n\`\`\``

/** The places of views while an editor has them. */
async function slotsOf(markdown: string) {
  const shown: { slots: readonly ViewSlot[] } = { slots: [] }
  function Slots() {
    const slots = useViewSlots()
    useEffect(() => {
      shown.slots = slots
    })
    return null
  }
  render(<Slots />)
  const editor = openEditor(markdown)
  await waitUntilIdle()
  const own = () => shown.slots.filter(({ dom }) => editor.view.dom.contains(dom))
  return {
    editor,
    slots: own,
    all: () => shown.slots.filter(({ source }) => source === 'tag: last'),
  }
}

describe('code in the language of views', () => {
  it('has a place for its view, and code in others has none', async () => {
    const { editor, slots } = await slotsOf(`${fence('tag: a')}\n\n${fence('tag: b', 'yaml')}`)
    assert.deepEqual(
      slots().map(({ source }) => source),
      ['tag: a'],
    )
    assert.equal(editor.view.dom.querySelectorAll('.is-view > .drawn-view').length, 1)
  })

  it('has a new source when someone writes in it', async () => {
    const { editor, slots } = await slotsOf(fence('tag: a'))
    const [before] = slots()
    act(() => editor.view.dispatch(editor.state.tr.insertText('b', 7)))
    await waitUntilIdle()
    const [after] = slots()
    assert.equal(after?.source, 'tag: ab')
    assert.equal(after.dom, before?.dom)
  })

  it('gets and loses its place with its language', async () => {
    const { editor, slots } = await slotsOf(fence('tag: a', 'yaml'))
    assert.equal(slots().length, 0)
    act(() => editor.view.dispatch(editor.state.tr.setNodeAttribute(0, 'language', 'quire-view')))
    await waitUntilIdle()
    assert.equal(slots().length, 1)
    act(() => editor.view.dispatch(editor.state.tr.setNodeAttribute(0, 'language', null)))
    await waitUntilIdle()
    assert.equal(slots().length, 0)
    assert.equal(editor.view.dom.querySelector('.is-view, .drawn-view'), null)
  })

  it('is replaced as a change of the editor, that is undone with the others', async () => {
    const { editor, slots } = await slotsOf(`Text\n\n${fence('tag: a')}`)
    act(() => slots()[0]?.replace?.('tag: b\nshow: list'))
    assert.equal(markdownIn(editor), `Text\n\n${fence('tag: b\nshow: list')}`)
    act(() => slots()[0]?.replace?.(''))
    assert.equal(editor.state.doc.child(1).textContent, '')
    assert.equal(editor.state.doc.child(1).attrs['language'], 'quire-view')
  })

  it('shows its source with the cursor in it', async () => {
    const { editor, slots } = await slotsOf(`Text\n\n${fence('tag: a')}`)
    act(() => slots()[0]?.open())
    assert.equal(editor.state.selection.from, positionOf(editor, 'tag: a'))
  })

  it('has no place after the editor is gone', async () => {
    const { editor, slots, all } = await slotsOf(fence('tag: last'))
    assert.equal(slots().length, 1)
    act(() => editor.destroy())
    await waitUntilIdle()
    assert.deepEqual(all(), [])
  })
})
