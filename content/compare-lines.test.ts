import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { compareLines, type ComparedLine } from './compare-lines.ts'

const signs = { same: ' ', added: '+', removed: '-' }
const show = (lines: readonly ComparedLine[]) =>
  lines.map(({ kind, text }) => signs[kind] + text).join('|')
const without = (lines: readonly ComparedLine[], kind: ComparedLine['kind']) =>
  lines.filter((line) => line.kind !== kind).map(({ text }) => text)

describe('compareLines', () => {
  it('finds no line in nothing', () => {
    assert.deepEqual(compareLines('', ''), [])
  })

  it('tells what went before what came in its place', () => {
    assert.equal(show(compareLines('a\nb\nc\n', 'a\nx\nc\n')), ' a|-b|+x| c')
    assert.equal(show(compareLines('', 'a\n')), '+a')
    assert.equal(show(compareLines('a\n', '')), '-a')
    assert.equal(show(compareLines('a', 'a\n')), ' a')
  })

  it('holds both texts whole, in their order', () => {
    const line = fc.constantFrom('a', 'b', 'c', '', '- d')
    const text = fc.array(line, { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (old, now) => {
        const lines = compareLines(`${old.join('\n')}\n`, `${now.join('\n')}\n`)
        const orEmptyLine = (list: string[]) => (list.length === 0 ? [''] : list)
        assert.deepEqual(orEmptyLine(without(lines, 'added')), orEmptyLine(old))
        assert.deepEqual(orEmptyLine(without(lines, 'removed')), orEmptyLine(now))
      }),
    )
  })

  it('tells texts that have next to nothing in common as replaced, and is soon done', () => {
    const text = (word: string) => Array.from({ length: 5000 }, (_, n) => `${word} ${n}\n`).join('')
    const lines = compareLines(`same\n${text('old')}`, `same\n${text('new')}`)
    assert.deepEqual(
      [lines.length, lines[0]?.kind, lines.at(-1)?.kind],
      [10_002, 'removed', 'added'],
    )
  })
})
