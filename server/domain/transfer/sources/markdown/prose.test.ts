import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { listCode, mapProse, mapText, splitCode } from './prose.ts'
import { toggleOf } from './toggle.ts'

const marked = (text: string): string => mapText(text, (part) => part.replaceAll('x', 'X'))

describe('splitCode', () => {
  it('takes an open fence for code to the end', () => {
    assert.deepEqual(splitCode('a\n```\nb\n'), [
      { text: 'a\n', isCode: false },
      { text: '```\nb\n', isCode: true },
    ])
  })

  it('finds fences of every kind, in lists and quotes, and those of formulas', () => {
    for (const code of [
      '```js\nx\n```\n',
      '~~~\n```\nx\n~~~\n',
      '````\n```\nx\n````\n',
      '> ```\n> x\n> ```\n',
      '- ```\n  x\n  ```\n',
      '1. ```\n   x\n   ```\n',
      '$$\nx\n$$\n',
    ]) {
      const parts = splitCode(`before\n\n${code}after`)
      assert.deepEqual(
        parts.map(({ isCode }) => isCode),
        [false, true, false],
        code,
      )
      assert.equal(parts[1]?.text, code)
    }
  })

  it('finds no fence within a line', () => {
    for (const text of ['a ``` b\n', '$$x$$\n', '``` x ```\n', 'a $$ b\n']) {
      assert.deepEqual(splitCode(text), [{ text, isCode: false }])
    }
  })

  it('loses nothing of any text', () => {
    const chunks = fc.constantFrom('a', '\n', '```', '~~~', '$$', '> ', '- ', '`', ' ', '\r\n')
    fc.assert(
      fc.property(fc.array(chunks), (list) => {
        const text = list.join('')
        const parts = splitCode(text)
        assert.equal(parts.map((part) => part.text).join(''), text)
      }),
    )
  })
})

describe('mapText', () => {
  it('changes nothing in code, formulas and comments', () => {
    assert.equal(marked('x `x` ``x ` x`` x'), 'X `x` ``x ` x`` X')
    assert.equal(marked('x $x_1$ $ x $'), 'X $x_1$ $ X $')
    assert.equal(marked('x <!-- x --> x'), 'X <!-- x --> X')
    assert.equal(marked('`x'), '`X')
    assert.equal(marked('<!-- x <!-- x --> x'), '<!-- X <!-- x --> X')
    assert.equal(marked('``x `x` x'), '``X `x` X')
    assert.equal(marked('`x $x` x$ x'), '`x $x` X$ X')
    assert.equal(marked('$x`x$ `x` x'), '$x`x$ `x` X')
    assert.equal(marked('`x <!-- ` x --> x'), '`x <!-- ` X --> X')
  })

  it('finds the same as a search for each run of backticks', () => {
    const searched =
      /(?<!`)(`+)(?!`)[^`](?:[\s\S]*?[^`])??\1(?!`)|\$(?=\S)[^$\n]{1,500}\$|<!--(?:(?!<!--)[\s\S])*?-->/g
    const chunks = fc.constantFrom('x', '`', '``', '$', '<!--', '-->', ' ', '\n')
    fc.assert(
      fc.property(fc.array(chunks), (list) => {
        const text = list.join('')
        const spans = [...listCode(text)].map(({ start, end }) => text.slice(start, end))
        const isFenced = splitCode(text).some(({ isCode }) => isCode)
        if (!isFenced) assert.deepEqual(spans, text.match(searched) ?? [])
      }),
    )
  })

  it('ends for runs of backticks that nothing closes', () => {
    const runs = Array.from({ length: 3000 }, (_, index) => '`'.repeat(index + 1)).join(' x ')
    assert.ok(marked(runs).includes('X'))
  })
})

describe('mapProse', () => {
  it('changes paragraphs one by one, and lets other work run', async () => {
    const seen: string[] = []
    const result = await mapProse('a\n\nb\n\n```\nc\n```\nd', (paragraph) => {
      seen.push(paragraph)
      return paragraph.toUpperCase()
    })
    assert.equal(result, 'A\n\nB\n\n```\nc\n```\nD')
    assert.deepEqual(seen, ['a\n\n', 'b\n\n', 'd'])
    let rounds = 0
    const timer = setInterval(() => (rounds += 1), 0)
    await mapProse('word '.repeat(20).concat('\n\n').repeat(20_000), (text) => text.toUpperCase())
    clearInterval(timer)
    assert.ok(rounds > 0, 'no timer ran')
  })
})

describe('toggleOf', () => {
  it('writes a title that is read as one', () => {
    assert.equal(
      toggleOf('A **b** <c> [d](e)', 'Text\n', true),
      '<details open>\n<summary>A **b** <c> [d](e)</summary>\n\nText\n\n</details>\n',
    )
    assert.equal(
      toggleOf('# a', '', false),
      '<details>\n<summary># a</summary>\n\n\n\n</details>\n',
    )
  })
})
