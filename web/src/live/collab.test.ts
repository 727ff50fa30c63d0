import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closeHistory, redo, undo } from '@tiptap/pm/history'
import { TextSelection } from '@tiptap/pm/state'
import { schema } from '../../../content/schema.ts'
import { accept, startAuthority } from '../../../test/live/simulation/authority.ts'
import { startWriter } from '../../../test/live/simulation/writer.ts'
import type { Writer } from '../../../test/live/simulation/writer.ts'
import {
  collabVersion,
  dropUnconfirmed,
  releaseBatch,
  sentBatch,
  takeBatch,
  unconfirmedBatch,
  unconfirmedCount,
} from './collab.ts'
import { receiveBatches } from './merge/receive-batches.ts'

const page = schema.nodeFromJSON({
  type: 'doc',
  content: ['one', 'two', 'three'].map((text) => ({
    type: 'paragraph',
    content: [{ type: 'text', text }],
  })),
})

function start() {
  const authority = startAuthority(page)
  const [ada, bob] = ['ada', 'bob'].map((id) => startWriter(page, 0, id, () => 0))
  assert.ok(ada && bob)
  return { authority, ada, bob }
}

function type(writer: Writer, text: string, pos: number): void {
  for (const [index, letter] of text.split('').entries()) {
    writer.dispatch(writer.state.tr.insertText(letter, pos + index))
  }
}

function send(writer: Writer, authority: ReturnType<typeof startAuthority>, id: string) {
  const sent = takeBatch(writer, id)
  assert.ok(sent)
  const accepted = accept(authority, sent, writer.id)
  assert.ok(accepted)
  return accepted
}

describe('the steps of a client that are not confirmed', () => {
  it('go out as one batch, and the next one waits for the answer', () => {
    const { authority, ada } = start()
    assert.equal(takeBatch(ada, 'a'), undefined)
    type(ada, 'xy', 1)
    const accepted = send(ada, authority, 'a')
    type(ada, 'z', 3)
    assert.equal(takeBatch(ada, 'b'), undefined)
    assert.ok(receiveBatches(ada, [{ id: 'a', version: accepted.version }]))
    assert.equal(collabVersion(ada.state), 1)
    assert.equal(takeBatch(ada, 'b')?.steps.length, 1)
  })

  it('can be sent again with the same ID, as they stand after what was missed', () => {
    const { authority, ada, bob } = start()
    type(ada, 'xy', 1)
    takeBatch(ada, 'a')
    type(bob, 'B', 1)
    send(bob, authority, 'b')
    assert.ok(receiveBatches(ada, authority.batches))
    const again = sentBatch(ada.state)
    assert.deepEqual([again?.id, again?.base, again?.steps.length], ['a', 1, 2])
    assert.ok(again && accept(authority, again, 'ada'))
    assert.equal(accept(authority, again, 'ada'), undefined)
    assert.ok(receiveBatches(ada, authority.batches))
    assert.equal(unconfirmedCount(ada.state), 0)
    assert.ok(ada.state.doc.eq(authority.doc))
  })

  it('are confirmed by what a client missed, when the answer was lost', () => {
    const { authority, ada, bob } = start()
    type(ada, 'xy', 1)
    send(ada, authority, 'a')
    type(bob, 'B', 6)
    send(bob, authority, 'b')
    type(ada, 'z', 3)
    assert.ok(receiveBatches(ada, authority.batches))
    assert.equal(unconfirmedCount(ada.state), 1)
    assert.equal(ada.state.doc.textContent, 'xyzoneBtwothree')
  })

  it('are not taken where a batch is missing, and older batches are ignored', () => {
    const { authority, ada, bob } = start()
    for (const id of ['a', 'b']) {
      type(bob, id, 1)
      assert.ok(receiveBatches(bob, [send(bob, authority, id)]))
    }
    assert.equal(receiveBatches(ada, authority.batches.slice(1)), false)
    assert.ok(receiveBatches(ada, authority.batches))
    assert.ok(receiveBatches(ada, authority.batches.slice(0, 1)))
    assert.equal(collabVersion(ada.state), 2)
  })

  it('follow text that a program writes again in another block', () => {
    const { authority, ada, bob } = start()
    ada.dispatch(ada.state.tr.delete(6, 9))
    const quote = schema.node('blockquote', null, page.child(1))
    bob.dispatch(bob.state.tr.delete(5, 10).insert(0, quote))
    send(bob, authority, 'b')
    assert.ok(receiveBatches(ada, authority.batches))
    assert.equal(ada.state.doc.textContent, 'onethree')
  })

  it('can be taken again after a refusal, or be dropped', () => {
    const { authority, ada, bob } = start()
    type(ada, 'x', 1)
    takeBatch(ada, 'a')
    releaseBatch(ada, 'a')
    assert.equal(takeBatch(ada, 'b')?.id, 'b')
    type(bob, 'B', 2)
    send(bob, authority, 'c')
    assert.ok(receiveBatches(ada, authority.batches))
    assert.equal(unconfirmedBatch(ada.state).steps.length, 1)
    dropUnconfirmed(ada)
    assert.ok(ada.state.doc.eq(authority.doc))
    assert.equal(unconfirmedCount(ada.state), 0)
  })
})

describe('undo on a live page', () => {
  it('takes back what one wrote, not what others wrote since', () => {
    const { authority, ada, bob } = start()
    type(ada, 'xy', 1)
    type(bob, 'B', 1)
    send(bob, authority, 'b')
    assert.ok(receiveBatches(ada, authority.batches))
    assert.ok(undo(ada.state, ada.dispatch))
    assert.equal(ada.state.doc.textContent, 'Bonetwothree')
    assert.ok(redo(ada.state, ada.dispatch))
    assert.equal(ada.state.doc.textContent, 'xyBonetwothree')
  })

  /** Bob writes a letter at a time. */
  function writeMuch({ authority, bob }: ReturnType<typeof start>, letters: number): void {
    for (let number = 1; number <= letters; number += 1) {
      type(bob, 'B', bob.state.doc.content.size - 1)
      assert.ok(receiveBatches(bob, [send(bob, authority, `b${authority.batches.length}`)]))
    }
  }

  it('takes back what was confirmed among changes of others, as after a loss of the connection', () => {
    const all = start()
    const { authority, ada } = all
    type(ada, 'xy', 1)
    ada.dispatch(closeHistory(ada.state.tr))
    type(ada, 'z', 1)
    send(ada, authority, 'a')
    assert.ok(receiveBatches(all.bob, authority.batches))
    type(ada, 'w', 2)
    writeMuch(all, 2)
    assert.ok(receiveBatches(ada, authority.batches))
    const texts = ['zwxyonetwothreeBB']
    while (undo(ada.state, ada.dispatch)) texts.push(ada.state.doc.textContent)
    assert.deepEqual(texts, ['zwxyonetwothreeBB', 'xyonetwothreeBB', 'onetwothreeBB'])
    while (redo(ada.state, ada.dispatch));
    assert.equal(ada.state.doc.textContent, 'zwxyonetwothreeBB')
  })

  it('takes back the same after more than 500 changes by others, while some is unconfirmed', () => {
    const all = start()
    const { authority, ada, bob } = all
    type(ada, 'xy', 1)
    send(ada, authority, 'a')
    for (const writer of [ada, bob]) assert.ok(receiveBatches(writer, authority.batches))
    ada.dispatch(closeHistory(ada.state.tr))
    writeMuch(all, 400)
    assert.ok(receiveBatches(ada, authority.batches))
    type(ada, 'z'.repeat(10), 1)
    writeMuch(all, 200)
    assert.ok(receiveBatches(ada, authority.batches))
    assert.equal(unconfirmedCount(ada.state), 10)
    const first = () => ada.state.doc.firstChild?.textContent
    for (const expected of ['xyone', 'one']) {
      undo(ada.state, ada.dispatch)
      assert.equal(first(), expected)
    }
    redo(ada.state, ada.dispatch)
    assert.equal(first(), 'xyone')
  })

  it('takes back a word as a whole that others interrupted', () => {
    const all = start()
    const { authority, ada } = all
    for (const [index, letter] of 'word'.split('').entries()) {
      type(ada, letter, 1 + index)
      writeMuch(all, 1)
      assert.ok(receiveBatches(ada, authority.batches))
    }
    undo(ada.state, ada.dispatch)
    assert.equal(ada.state.doc.textContent, 'onetwothreeBBBB')
  })

  it('goes on after unconfirmed steps were dropped', () => {
    const all = start()
    const { authority, ada } = all
    type(ada, 'xy', 1)
    writeMuch(all, 501)
    assert.ok(receiveBatches(ada, authority.batches))
    assert.ok(receiveBatches(ada, [send(ada, authority, 'a')]))
    ada.dispatch(closeHistory(ada.state.tr))
    type(ada, 'z'.repeat(10), 3)
    dropUnconfirmed(ada)
    assert.ok(ada.state.doc.eq(authority.doc))
    while (undo(ada.state, ada.dispatch));
    assert.equal(ada.state.doc.firstChild?.textContent, 'one')
  })

  it('takes back text that moved out of a block that another deleted', () => {
    const { authority, ada, bob } = start()
    type(ada, 'xy', 7)
    bob.dispatch(bob.state.tr.delete(5, 10))
    send(bob, authority, 'b')
    assert.ok(receiveBatches(ada, authority.batches))
    assert.equal(ada.state.doc.textContent, 'onexythree')
    while (undo(ada.state, ada.dispatch));
    assert.equal(ada.state.doc.textContent.includes('x'), false)
    assert.ok(takeBatch(ada, 'a'))
  })
})

describe('undo of a move on a live page', () => {
  /** Ada moves the last paragraph between the others, and both know it. */
  function startMoved() {
    const { authority, ada, bob } = start()
    const moved = page.child(2)
    ada.dispatch(ada.state.tr.delete(10, 17).insert(5, moved))
    const batch = send(ada, authority, 'a')
    for (const writer of [ada, bob]) assert.ok(receiveBatches(writer, [batch]))
    assert.equal(ada.state.doc.textContent, 'onethreetwo')
    return { authority, ada, bob }
  }

  it('does not insert the block again where another joined it with its neighbours', () => {
    const { authority, ada, bob } = startMoved()
    bob.dispatch(bob.state.tr.join(12).join(5))
    const joined = send(bob, authority, 'b')
    assert.ok(receiveBatches(ada, [joined]))
    undo(ada.state, ada.dispatch)
    assert.equal(ada.state.doc.textContent, 'onethreetwo')
  })

  it('does not insert an item again that was the only one of its list and that another moved on', () => {
    const item = (text: string) => ({
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
      ],
    })
    const lists = schema.nodeFromJSON({ type: 'doc', content: ['one', 'two'].map(item) })
    const authority = startAuthority(lists)
    const [ada, bob] = ['ada', 'bob'].map((id) => startWriter(lists, 0, id, () => 0))
    assert.ok(ada && bob)
    const moved = lists.child(0).child(0)
    ada.dispatch(ada.state.tr.delete(1, 1 + moved.nodeSize).insert(7, moved))
    const batch = send(ada, authority, 'a')
    assert.equal(batch.moves?.length, 1)
    for (const writer of [ada, bob]) assert.ok(receiveBatches(writer, [batch]))
    bob.dispatch(bob.state.tr.delete(7, 7 + moved.nodeSize))
    bob.dispatch(bob.state.tr.insert(bob.state.doc.content.size, moved.child(0)))
    assert.ok(receiveBatches(ada, [send(bob, authority, 'b')]))
    undo(ada.state, ada.dispatch)
    assert.equal(ada.state.doc.textContent, 'twoone')
  })

  it('brings back the block that one deleted since, and then moves it back', () => {
    const { ada } = startMoved()
    ada.dispatch(closeHistory(ada.state.tr).delete(5, 12))
    assert.equal(ada.state.doc.textContent, 'onetwo')
    undo(ada.state, ada.dispatch)
    assert.equal(ada.state.doc.textContent, 'onethreetwo')
    undo(ada.state, ada.dispatch)
    assert.equal(ada.state.doc.textContent, 'onetwothree')
  })
})

describe('the selection on a live page', () => {
  it('stays behind what one types, and in a block that another moves', () => {
    const { authority, ada, bob } = start()
    ada.dispatch(ada.state.tr.setSelection(TextSelection.create(ada.state.doc, 7)))
    type(ada, 'x', 7)
    const { tr } = bob.state
    const moved = bob.state.doc.child(1)
    bob.dispatch(tr.delete(5, 10).insert(0, moved))
    send(bob, authority, 'b')
    assert.ok(receiveBatches(ada, authority.batches))
    assert.equal(ada.state.doc.textContent, 'txwoonethree')
    assert.equal(ada.state.selection.head, 3)
  })
})
