import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import { schema } from '../../../content/schema.ts'
import { takeBatch } from '../../../web/src/live/collab.ts'
import { receiveBatches } from '../../../web/src/live/merge/receive-batches.ts'
import { accept, startAuthority } from './authority.ts'
import { startTimeline } from './timeline.ts'
import { startWriter } from './writer.ts'

/** `delay` in milliseconds: how long messages take to the server and back. */
type Typist = { readonly delay: number; readonly starts: number; readonly every: number }

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const page = schema.nodeFromJSON({
  type: 'doc',
  content: [paragraph('Begin.'), paragraph('End.')],
})

/** All put their cursor behind "Begin." before anyone types, then type their words letter for letter. */
function typeAtOnePosition(typists: readonly Typist[]): Node {
  const authority = startAuthority(page)
  const timeline = startTimeline()
  const people = typists.map((typist, index) => ({
    typist,
    writer: startWriter(page, 0, String(index), timeline.now),
    batches: 0,
  }))
  type Person = (typeof people)[number]
  const send = (person: Person) => {
    const { writer, typist } = person
    const sent = takeBatch(writer, `${writer.id}-${person.batches}`)
    if (sent === undefined) return
    person.batches += 1
    timeline.at(timeline.now() + typist.delay, () => {
      const batch = accept(authority, sent, writer.id)
      assert.ok(batch)
      for (const other of people) {
        timeline.at(timeline.now() + other.typist.delay, () => {
          assert.ok(receiveBatches(other.writer, [batch]))
          send(other)
        })
      }
    })
  }
  for (const person of people) {
    const { writer, typist } = person
    writer.dispatch(writer.state.tr.setSelection(TextSelection.create(page, 7)))
    for (const [index, letter] of wordsOf(Number(writer.id)).split('').entries()) {
      timeline.at(typist.starts + index * typist.every, () => {
        writer.dispatch(writer.state.tr.insertText(letter))
        send(person)
      })
    }
  }
  timeline.runUntil(60_000)
  for (const { writer } of people) assert.ok(writer.state.doc.eq(authority.doc))
  return authority.doc
}

const wordsOf = (writer: number) =>
  Array.from({ length: 8 }, (_, index) => ` ${'abc'[writer]}${index}.`).join('')

describe('writers who type at one place', () => {
  const delays = [3, 25, 90, 400]
  const pairs = delays.flatMap((first) => delays.map((second) => [first, second] as const))

  it('have words that stay together: two writers', () => {
    for (const [first, second] of pairs) {
      for (const starts of [0, 7, 30]) {
        const doc = typeAtOnePosition([
          { delay: first, starts: 0, every: 20 },
          { delay: second, starts, every: 27 },
        ])
        assertUnmixed(doc, 2, `${first} ms, ${second} ms from ${starts}`)
      }
    }
  })

  it('have words that stay together: three writers', () => {
    for (const [first, second] of pairs) {
      for (const third of delays) {
        const doc = typeAtOnePosition([
          { delay: first, starts: 0, every: 20 },
          { delay: second, starts: 5, every: 27 },
          { delay: third, starts: 11, every: 35 },
        ])
        assertUnmixed(doc, 3, `${first} ms, ${second} ms, ${third} ms`)
      }
    }
  })
})

function assertUnmixed(doc: Node, count: number, name: string): void {
  const { textContent: text } = doc.child(0)
  for (let writer = 0; writer < count; writer += 1) {
    assert.ok(text.includes(wordsOf(writer)), `${name}: ${text}`)
  }
  assert.equal(text.length, 'Begin.'.length + count * wordsOf(0).length)
  assert.equal(doc.child(1).textContent, 'End.')
}
