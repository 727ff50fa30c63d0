import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redo, undo } from '@tiptap/pm/history'
import { TextSelection } from '@tiptap/pm/state'
import { addColumnAfter, addRowAfter } from '@tiptap/pm/tables'
import { accept, startAuthority } from '../../../../test/live/simulation/authority.ts'
import { pageOf } from '../../../../test/live/simulation/sample-page.ts'
import { startWriter } from '../../../../test/live/simulation/writer.ts'
import type { Writer } from '../../../../test/live/simulation/writer.ts'
import { sentBatch, takeBatch, unconfirmedCount } from '../collab.ts'
import { receiveBatches } from './receive-batches.ts'

function start(markdown: string) {
  const page = pageOf(markdown)
  const authority = startAuthority(page)
  // The history joins what follows within half a second.
  let time = 0
  const now = () => (time += 1000)
  const [ada, bob] = ['ada', 'bob'].map((id) => startWriter(page, 0, id, now))
  assert.ok(ada && bob)
  let count = 0
  const take = (writer: Writer) => takeBatch(writer, `batch ${(count += 1)}`)
  /** What one wrote comes to the server alone. */
  const deliver = (writer: Writer) => {
    const sent = sentBatch(writer.state) ?? take(writer)
    const batch = sent && accept(authority, sent, writer.id)
    assert.ok(batch, authority.refusals.join())
    return batch
  }
  const catchUp = () => {
    for (const one of [ada, bob]) {
      assert.ok(receiveBatches(one, authority.batches))
      assert.ok(unconfirmedCount(one.state) > 0 || one.state.doc.eq(authority.doc))
    }
  }
  /** What one wrote comes to both. */
  const share = (writer: Writer) => {
    const batch = deliver(writer)
    catchUp()
    return batch
  }
  const shown = () => ada.state.doc.textBetween(0, ada.state.doc.content.size, '/')
  return { ada, bob, take, deliver, catchUp, share, shown }
}

function find({ state }: Writer, text: string): number {
  let found = -1
  state.doc.descendants((node, pos) => {
    const index = node.text?.indexOf(text) ?? -1
    if (index >= 0) found = pos + index
  })
  assert.ok(found >= 0, text)
  return found
}

function type(writer: Writer, text: string, at: number): void {
  for (const [index, letter] of text.split('').entries()) {
    writer.dispatch(writer.state.tr.insertText(letter, at + index))
  }
}

function moveLast({ state, dispatch }: Writer): void {
  const last = state.doc.lastChild
  assert.ok(last)
  const { size } = state.doc.content
  dispatch(state.tr.delete(size - last.nodeSize, size).insert(0, last))
}

describe('undo of a move', () => {
  it('takes along what another wrote in the block since, also when it is redone', () => {
    const { ada, bob, share, shown } = start('One.\n\nTwo.\n\nThree.')
    moveLast(ada)
    share(ada)
    type(bob, 'Bob: ', find(bob, 'Three'))
    share(bob)
    undo(ada.state, ada.dispatch)
    assert.equal(shown(), 'One./Two./Bob: Three.')
    assert.deepEqual(share(ada).moves?.length, 1)
    type(bob, 'Yes. ', find(bob, 'Three'))
    share(bob)
    redo(ada.state, ada.dispatch)
    assert.equal(shown(), 'Bob: Yes. Three./One./Two.')
    share(ada)
    undo(ada.state, ada.dispatch)
    assert.equal(shown(), 'One./Two./Bob: Yes. Three.')
    share(ada)
  })

  it('takes along what another is just writing in the block', () => {
    const { ada, bob, share, shown } = start('One.\n\nTwo.\n\nThree.')
    moveLast(ada)
    share(ada)
    type(bob, 'Bob: ', find(bob, 'Three'))
    share(bob)
    type(bob, 'Yes. ', find(bob, 'Three'))
    undo(ada.state, ada.dispatch)
    share(ada)
    share(bob)
    assert.equal(shown(), 'One./Two./Bob: Yes. Three.')
  })

  it('takes along what another wrote in the block before a confirmation that was lost', () => {
    const { ada, bob, take, deliver, catchUp, share, shown } = start('One.\n\nTwo.\n\nThree.')
    moveLast(ada)
    take(ada)
    type(bob, 'Bob: ', find(bob, 'Three'))
    share(bob)
    type(bob, 'Yes. ', find(bob, 'hree'))
    deliver(bob)
    deliver(ada)
    undo(ada.state, ada.dispatch)
    assert.equal(shown(), 'One./Two./Bob: Three.')
    catchUp()
    assert.equal(shown(), 'One./Two./Bob: TYes. hree.')
    share(ada)
  })

  it('takes both paragraphs along when another split the block', () => {
    const { ada, bob, share, shown } = start('One.\n\nTwo.\n\nThree.')
    moveLast(ada)
    share(ada)
    bob.dispatch(bob.state.tr.split(find(bob, 'ree')))
    share(bob)
    undo(ada.state, ada.dispatch)
    assert.equal(shown(), 'One./Two./Th/ree.')
    share(ada)
  })
})

describe('undo of what another wrote in since', () => {
  const table = '| a | b |\n| - | - |\n| c | d |\n\nEnd.'

  for (const [name, command] of [
    ['row', addRowAfter],
    ['column', addColumnAfter],
  ] as const) {
    it(`leaves a new ${name} where the other typed in it, and takes back what was before it`, () => {
      const { ada, bob, share, shown } = start(table)
      type(ada, 'Ada.', find(ada, 'End'))
      const at = TextSelection.create(ada.state.doc, find(ada, 'c'))
      ada.dispatch(ada.state.tr.setSelection(at))
      assert.ok(command(ada.state, ada.dispatch))
      share(ada)
      const cells: number[] = []
      bob.state.doc.descendants((node, pos) => {
        if (node.isTextblock && node.content.size === 0) cells.push(pos + 1)
      })
      type(bob, 'Bob', cells.at(-1) ?? 0)
      share(bob)
      undo(ada.state, ada.dispatch)
      assert.match(shown(), /Bob/)
      assert.equal(ada.state.doc.toString(), bob.state.doc.toString())
      for (const _ of 'Ada.') undo(ada.state, ada.dispatch)
      assert.match(shown(), /Bob.*\/End\.$/)
      assert.doesNotMatch(shown(), /Ada/)
      share(ada)
    })
  }

  it('removes a new row in which nobody else typed, whatever else others wrote', () => {
    const { ada, bob, share, shown } = start(table)
    const at = TextSelection.create(ada.state.doc, find(ada, 'c'))
    ada.dispatch(ada.state.tr.setSelection(at))
    assert.ok(addRowAfter(ada.state, ada.dispatch))
    share(ada)
    type(bob, 'Bob: ', find(bob, 'End'))
    type(bob, 'B', find(bob, 'c'))
    share(bob)
    undo(ada.state, ada.dispatch)
    assert.equal(shown(), 'a/b/Bc/d/Bob: End.')
    share(ada)
  })

  it('removes a text that came in one go, and leaves what the other typed within it', () => {
    const { ada, bob, share, shown } = start('One.')
    ada.dispatch(ada.state.tr.insertText(' pasted text', find(ada, '.')))
    share(ada)
    type(bob, 'Bob', find(bob, 'ted'))
    share(bob)
    type(ada, '!', find(ada, 'ob'))
    share(ada)
    undo(ada.state, ada.dispatch)
    assert.equal(shown(), 'One pasBobted text.')
    undo(ada.state, ada.dispatch)
    assert.equal(shown(), 'OneBob.')
    share(ada)
    redo(ada.state, ada.dispatch)
    assert.equal(shown(), 'One pasBobted text.')
    share(ada)
  })

  it('removes again what the person had removed before, whoever wrote it', () => {
    const { ada, bob, share, shown } = start('One.')
    type(bob, 'Bob: ', find(bob, 'One'))
    share(bob)
    const from = find(ada, 'Bob')
    ada.dispatch(ada.state.tr.delete(from, from + 5))
    share(ada)
    undo(ada.state, ada.dispatch)
    assert.equal(shown(), 'Bob: One.')
    share(ada)
    redo(ada.state, ada.dispatch)
    assert.equal(shown(), 'One.')
  })
})
