import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDocument, type PageDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { findConflicts, findRepeated } from './conflicts.ts'
import { hunksOf, withHunks } from './hunks.ts'

function read(markdown: string): PageDocument {
  const result = parseMarkdown(markdown)
  assert.ok(result.ok)
  return result.document
}

/** The parts in short: what stays, and what becomes what. */
function partsOf(before: string, after: string): string[] {
  return hunksOf(read(before), read(after)).map((part) => {
    const text = (blocks: PageDocument['content']) =>
      blocks.length === 0 ? '' : writeMarkdown({ type: 'doc', content: blocks }).trim()
    if (part.kind === 'same') return `= ${text(part.blocks)}`
    return `${part.number}: ${text(part.before)} > ${text(part.after)}`
  })
}

function chosen(before: string, after: string, numbers: number[]): string {
  const document = withHunks(read(before), read(after), new Set(numbers))
  assert.ok(checkDocument(document).ok)
  return writeMarkdown(document)
}

describe('hunksOf', () => {
  it('has none for equal documents', () => {
    assert.deepEqual(partsOf('One.\n\nTwo.', 'One.\n\nTwo.'), ['= One.\n\nTwo.'])
  })

  it('has one for each block that another one replaces', () => {
    assert.deepEqual(partsOf('One.\n\nTwo.\n\nThree.', 'Uno.\n\nDos.\n\nThree.'), [
      '1: One. > Uno.',
      '2: Two. > Dos.',
      '= Three.',
    ])
  })

  it('has one for blocks that are added, removed, or replaced by more', () => {
    assert.deepEqual(partsOf('One.\n\nTwo.', 'One.\n\nNew.\n\nTwo.'), [
      '= One.',
      '1:  > New.',
      '= Two.',
    ])
    assert.deepEqual(partsOf('One.\n\nTwo.', 'Two.'), ['1: One. > ', '= Two.'])
    assert.deepEqual(partsOf('One.', 'A.\n\nB.'), ['1: One. > A.\n\nB.'])
  })

  it('divides lists by item, also in items', () => {
    assert.deepEqual(partsOf('- a\n- b\n- c', '- a\n- B\n- c\n- d'), [
      '= - a',
      '1: - b > - B',
      '= - c',
      '2:  > - d',
    ])
    assert.deepEqual(partsOf('- a', '1. a'), ['1: - a > 1. a'])
  })
})

describe('withHunks', () => {
  const before = 'One.\n\nTwo.\n\n- a\n- b'
  const after = 'Uno.\n\nTwo.\n\n- a\n- B\n\nThree.'

  it('is the document before with none, and the one after with all', () => {
    assert.equal(chosen(before, after, []), writeMarkdown(read(before)))
    assert.equal(chosen(before, after, [1, 2, 3]), writeMarkdown(read(after)))
  })

  it('has the hunks that are chosen', () => {
    assert.equal(chosen(before, after, [2]), 'One.\n\nTwo.\n\n- a\n- B\n')
    assert.equal(chosen(before, after, [1, 3]), 'Uno.\n\nTwo.\n\n- a\n- b\n\nThree.\n')
  })

  it('keeps a block where all of them would go', () => {
    assert.equal(chosen('One.', '', [1]), '')
    assert.equal(chosen('- a\n- b', 'Text.', [1]), 'Text.\n')
  })
})

const nodeOf = (markdown: string) => schema.nodeFromJSON(read(markdown))

describe('findConflicts', () => {
  const areInConflict = (base: string, mine: string, theirs: string) =>
    findConflicts(nodeOf(base), [['mine', nodeOf(mine)]], nodeOf(theirs)).length > 0

  for (const [name, base, mine, theirs, expected] of [
    ['other words', 'one two three', 'ONE two three', 'one two THREE', false],
    ['the same word', 'one two three', 'one TWO three', 'one Zwei three', true],
    ['the same change', 'one two three', 'one TWO three', 'one TWO three', false],
    ['a word in a removed block', 'one two\n\nthree', 'one TWO\n\nthree', 'three', true],
    ['other blocks', 'one\n\ntwo', 'ONE\n\ntwo', 'one\n\nTWO', false],
    ['two additions at one place', 'one', 'one\n\nmine', 'one\n\ntheirs', false],
    ['nothing', 'one two', 'one TWO', 'one two', false],
    ['a change made in part', 'one two three', 'ONE two THREE', 'ONE two three', false],
    ['a removed word', 'one two three', 'one three', 'one Zwei three', true],
    ['the same addition', 'one', 'one\n\nmore', 'one\n\nmore', false],
  ] as const) {
    it(`${expected ? 'is' : 'is not'} ${name}`, () => {
      assert.equal(areInConflict(base, mine, theirs), expected)
    })
  }
})

describe('findRepeated', () => {
  const isRepeated = (base: string, mine: string, theirs: string) =>
    findRepeated(nodeOf(base), [['mine', nodeOf(mine)]], nodeOf(theirs)).length > 0

  for (const [name, base, mine, theirs, expected] of [
    ['the same word', 'one two three', 'one TWO three', 'one TWO three', true],
    ['the same word in a larger change', 'one two three', 'one TWO three', 'ONE TWO three', true],
    ['the same block that is added', 'one', 'one\n\nmore', 'one\n\nmore', true],
    ['the same block that is removed', 'one\n\ntwo', 'one', 'one', true],
    ['another word', 'one two three', 'one TWO three', 'one two THREE', false],
    ['another change of the word', 'one two three', 'one TWO three', 'one Zwei three', false],
    ['a part of the change', 'one two three', 'ONE two THREE', 'ONE two three', false],
    ['nothing', 'one two', 'one TWO', 'one two', false],
    ['no change at all', 'one two', 'one two', 'one TWO', false],
  ] as const) {
    it(`${expected ? 'finds' : 'does not find'} ${name}`, () => {
      assert.equal(isRepeated(base, mine, theirs), expected)
    })
  }

  it('names each of several changes', () => {
    const base = 'one\n\ntwo\n\nthree'
    const mine = [
      [1, nodeOf('ONE\n\ntwo\n\nthree')],
      [2, nodeOf('one\n\nTWO\n\nthree')],
      [3, nodeOf('one\n\ntwo\n\nTHREE')],
    ] as const
    assert.deepEqual(findRepeated(nodeOf(base), mine, nodeOf('ONE\n\ntwo\n\nTHREE')), [1, 3])
    assert.deepEqual(findConflicts(nodeOf(base), mine, nodeOf('ONE\n\ntwo\n\nTHREE')), [])
  })
})

describe('hunks of random documents', () => {
  /** The same numbers each time, so that a failure can be repeated. */
  function seeded(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }
  const random = seeded(7)
  const block = (): string => {
    const text = `word${random(6)} word${random(6)}`
    return ['# ', '- ', '1. ', '> ', '', ''].map((prefix) => `${prefix}${text}`)[random(6)] ?? text
  }
  const pairs = Array.from({ length: 100 }, () => {
    const before = Array.from({ length: 1 + random(6) }, block)
    const after = before.flatMap(
      (one) => [[one], [one], [], [block()], [one, block()]][random(5)] ?? [],
    )
    return [before.join('\n\n'), after.join('\n\n') || 'End.'] as const
  })
  const numbersOf = (before: string, after: string) =>
    hunksOf(read(before), read(after)).flatMap((part) =>
      part.kind === 'hunk' ? [part.number] : [],
    )

  it('are numbered in the order of the document', () => {
    for (const [before, after] of pairs) {
      const numbers = numbersOf(before, after)
      assert.deepEqual(
        numbers,
        numbers.map((_number, index) => index + 1),
      )
    }
  })

  it('give the document before, and the one after, and valid ones between', () => {
    for (const [before, after] of pairs) {
      const numbers = numbersOf(before, after)
      assert.equal(chosen(before, after, []), writeMarkdown(read(before)))
      assert.equal(chosen(before, after, numbers), writeMarkdown(read(after)))
      for (const number of numbers) {
        assert.ok(chosen(before, after, [number]).length > 0 || after === '')
        chosen(
          before,
          after,
          numbers.filter((other) => other !== number),
        )
      }
    }
  })

  it('are in conflict with nothing where nobody else changed the document', () => {
    for (const [before, after] of pairs) {
      const mine = [['all', nodeOf(after)]] as const
      assert.deepEqual(findConflicts(nodeOf(before), mine, nodeOf(before)), [])
      assert.deepEqual(findConflicts(nodeOf(before), mine, nodeOf(after)), [])
    }
  })
})
