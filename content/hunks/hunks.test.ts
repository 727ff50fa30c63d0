import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDocument, type PageDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { findConflicts } from './conflicts.ts'
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

describe('findConflicts', () => {
  const nodeOf = (markdown: string) => schema.nodeFromJSON(read(markdown))
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
  ] as const) {
    it(`${expected ? 'is' : 'is not'} ${name}`, () => {
      assert.equal(areInConflict(base, mine, theirs), expected)
    })
  }
})
