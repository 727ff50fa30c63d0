import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DiffLine, foldLines } from './fold-lines.ts'

/** One letter per line: `s` same, `a` added, `r` removed. */
function lines(kinds: string): DiffLine[] {
  const names = { s: 'same', a: 'added', r: 'removed' } as const
  return kinds.split('').map((letter, index) => ({
    kind: names[letter === 'a' || letter === 'r' ? letter : 's'],
    text: String(index),
  }))
}

const folded = (kinds: string) =>
  foldLines(lines(kinds)).map(({ kind, lines: some }) => `${kind} ${some.length}`)

describe('folding what did not change', () => {
  it('keeps three lines around each change', () => {
    assert.deepEqual(folded('ssssssssassssssss'), ['hidden 5', 'lines 7', 'hidden 5'])
  })

  it('hides nothing where changes are close', () => {
    assert.deepEqual(folded('sssasssrsss'), ['lines 11'])
  })

  it('does not hide a single line', () => {
    assert.deepEqual(folded('ssssasss'), ['lines 1', 'lines 7'])
  })

  it('hides all where nothing changed, and has nothing of nothing', () => {
    assert.deepEqual(folded('sssss'), ['hidden 5'])
    assert.deepEqual(folded(''), [])
  })

  it('loses no line', () => {
    const all = lines('sssssssssassssrsssssssssssss')
    assert.deepEqual(
      foldLines(all).flatMap(({ lines: some }) => some),
      all,
    )
  })
})
