import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { minWork } from '../../../test/support/processes/event-loop.ts'
import { splitFrontMatter, writeFrontMatter } from './front-matter.ts'

describe('splitFrontMatter', () => {
  it('leaves a text without front matter as it is', () => {
    for (const text of [
      '',
      'Text\n',
      '---',
      '---\nnever closed: true\n',
      '---\nJust a paragraph\nbetween two rules\n---\n',
      '---\n- a list\n---\n',
      ' ---\ntitle: indented\n---\n',
      'Text\n---\ntitle: later\n---\n',
    ]) {
      assert.deepEqual(splitFrontMatter(text), { attributes: {}, body: text, isBroken: false })
    }
  })

  it('says when what looks like fields cannot be read, and keeps the text', () => {
    for (const yaml of ['title: "open', 'title: a\ntitle: b', 'a: *missing', 'title: x: y']) {
      const text = `---\n${yaml}\n---\nBody\n`
      assert.deepEqual(splitFrontMatter(text), { attributes: {}, body: text, isBroken: true })
    }
  })

  it('does not unfold a bomb of references', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 12; level += 1) {
      const before = Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')
      lines.push(`a${level}: &a${level} [${before}]`)
    }
    assert.equal(splitFrontMatter(`---\n${lines.join('\n')}\n---\n`).isBroken, true)
  })

  it('reads no references and no nested keys', () => {
    for (const yaml of [
      'a: &a {x: 1}\nb: *a',
      'a: &a {x: 1}\nb: {<<: *a}',
      'a: {[x]: 1}',
      'a: {b: 1, b: 2}',
      'a:\n  - b: 1\n    b: 2',
    ]) {
      assert.equal(splitFrontMatter(`---\n${yaml}\n---\n`).isBroken, true, yaml)
    }
  })

  it('leaves as text what is nested deep or longer than 256 KiB', () => {
    const keys = Array.from({ length: 40_000 }, (_, n) => `k${n}: x`).join('\n')
    const indented = Array.from({ length: 40 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')
    for (const yaml of [
      keys,
      indented,
      `a: ${'['.repeat(20_000)}`,
      `a:\n  ${'? '.repeat(20_000)}`,
      `a:\n  ${'- '.repeat(20_000)}`,
      `a: ${'{'.repeat(20_000)}b${': c}'.repeat(20_000)}`,
    ]) {
      const text = `---\n${yaml}\n---\n`
      assert.deepEqual(splitFrontMatter(text), { attributes: {}, body: text, isBroken: true })
    }
    assert.equal(
      Object.keys(splitFrontMatter(`---\n${keys}\n---\n`, 1e6).attributes).length,
      40_000,
    )
  })

  it('takes time that grows no faster than the text', async () => {
    const texts = [
      (n: number) => Array.from({ length: n }, (_, key) => `key${key}: x`).join('\n'),
      (n: number) => 'a: b\n'.repeat(n),
      (n: number) => `a: [${'1, '.repeat(n)}1]`,
      (n: number) => `a: {${Array.from({ length: n }, (_, key) => `key${key}: 1`).join()}}`,
      (n: number) => '} '.repeat(n),
      (n: number) => `a:\n${'  - ? [b]\n'.repeat(n)}`,
    ]
    for (const text of texts) {
      const cost = (n: number) => {
        const source = `---\n${text(n)}\n---\n`
        return minWork(8, async () => splitFrontMatter(source))
      }
      const costs: [number, number][] = []
      // Other programs make some counts larger; quadratic work is four times as long in each.
      const isLinear = () => costs.some(([half, full]) => full < Math.max(20, half * 3))
      while (!isLinear() && costs.length < 5) costs.push([await cost(3000), await cost(6000)])
      assert.ok(isLinear(), `${text(2)}: ${costs.join(' ms, ')} ms`)
    }
  })

  it('takes fields off, whatever ends the lines', () => {
    const attributes = { title: 'A', order: 2 }
    for (const text of [
      '---\ntitle: A\norder: 2\n---\nBody\n',
      '---\r\ntitle: A\r\norder: 2\r\n---\r\nBody\n',
      '---  \ntitle: A\norder: 2\n...\nBody\n',
    ]) {
      assert.deepEqual(splitFrontMatter(text), { attributes, body: 'Body\n', isBroken: false })
    }
    assert.deepEqual(splitFrontMatter('---\n---\nBody').body, 'Body')
  })
})

describe('writeFrontMatter', () => {
  it('is read back as it was, whatever stands in it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom(...Array.from('-:#\n\t "\'\\%&*!|>[]{}?,@`~0aé\u0085\u2028😀')),
      }),
      fc.constantFrom(
        '---',
        'a\n---\nb',
        'null',
        'true',
        '12',
        '0x1f',
        '~',
        ' ',
        '',
        '<<',
        '=',
        '...',
      ),
    )
    fc.assert(
      fc.property(text, fc.array(text), (title, files) => {
        const { attributes, body } = splitFrontMatter(`${writeFrontMatter({ title, files })}Body`)
        assert.deepEqual({ ...attributes }, { title, files })
        assert.equal(body, 'Body')
      }),
    )
  })
})
