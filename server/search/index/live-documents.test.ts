import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { LiveDocuments } from './live-documents.ts'

describe('LiveDocuments', () => {
  it('removes nothing that is not there', () => {
    const live = new LiveDocuments(2)
    assert.equal(live.remove(0), false)
    assert.equal(live.remove(99), false)
    live.add(0)
    assert.equal(live.remove(0), true)
    assert.equal(live.remove(0), false)
  })

  it('shares no marks while all documents are live', () => {
    const live = new LiveDocuments(0)
    assert.equal(live.share(0), undefined)
    live.add(0)
    assert.equal(live.share(1), undefined)
    assert.deepEqual(live.share(2)?.slice(0, 2), Uint8Array.from([1, 0]))
  })

  it('leaves shared marks as they were, whatever comes after', () => {
    const change = fastCheck.record({
      number: fastCheck.nat({ max: 150 }),
      is: fastCheck.constantFrom('added', 'removed', 'shared'),
    })
    fastCheck.assert(
      fastCheck.property(fastCheck.array(change, { maxLength: 200 }), (changes) => {
        const live = new LiveDocuments(8)
        const expected = new Set<number>()
        const shared: { marks: Uint8Array; numbers: number[] }[] = []
        for (const { number, is } of changes) {
          if (is === 'added' && !expected.has(number)) {
            live.add(number)
            expected.add(number)
          } else if (is === 'removed') {
            assert.equal(live.remove(number), expected.delete(number))
          } else if (is === 'shared') {
            const marks = live.share(151)
            assert.ok(marks !== undefined)
            shared.push({ marks, numbers: [...expected].sort((a, b) => a - b) })
          }
        }
        for (const { marks, numbers } of shared) {
          const marked = [...marks.keys()].filter((number) => marks[number] === 1)
          assert.deepEqual(marked, numbers)
        }
      }),
    )
  })
})
