import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionsOf } from './functions.ts'
import { maskTsx } from './mask-tsx.ts'
import { mask } from './mask.ts'
import { importsOf, type Source } from './sources.ts'

const source = (text: string): Source => {
  const code = mask(text)
  return { path: 'server/http/x.ts', text, code, plain: code, lines: 0 }
}

describe('mask', () => {
  const cases: [string, string][] = [
    ['a // b', 'a     '],
    ['a /* b\nc */ d', 'a     \n     d'],
    [String.raw`f('it\'s // no comment') // one`, `f('${' '.repeat(19)}')       `],
    ['`a ${b + `c ${d}`} e` + f', '`  ${b + `  ${d}`}  ` + f'],
    ['`${{ a: 1 }.a}` }', '`${{ a: 1 }.a}` }'],
    [String.raw`x.replace(/[/'"]\//g, y)`, 'x.replace(/       /g, y)'],
    ["a / b / c + ' '", "a / b / c + ' '"],
    ['return /as/.test(a)', 'return /  /.test(a)'],
  ]
  for (const [text, expected] of cases) {
    it(`leaves only code of ${text}`, () => assert.equal(mask(text), expected))
  }
})

describe('maskTsx', () => {
  it('leaves only code, and without types only what runs', () => {
    const text = "type A = 'a'\nconst x = <b title='y'>don't {z as A} /a/</b> // c"
    const { code, plain } = maskTsx('x.tsx', text)
    assert.equal(code, "type A = ' '\nconst x = <b title=' '>      {z as A}    </b>     ")
    assert.equal(plain, "            \nconst x = <b title=' '>      {z     }    </b>     ")
  })
})

describe('importsOf', () => {
  it('finds imports and re-exports of the repository, and says which are types', () => {
    const text = [
      "import { readFile } from 'node:fs'",
      "import type { A,\n  B as C } from '../lib/a.ts'",
      "export * as d from './d.ts'",
      "import './e.ts'",
      "// import './f.ts'",
    ].join('\n')
    assert.deepEqual(
      importsOf(source(text)).map(({ to, isType }) => [to, isType]),
      [
        ['server/lib/a.ts', true],
        ['server/http/d.ts', false],
        ['server/http/e.ts', false],
      ],
    )
  })
})

describe('functionsOf', () => {
  it('finds functions, methods and arrows with a body, and no other block', () => {
    const text = [
      'function a(b) {',
      '  if (b) { return () => {',
      '    c',
      '  } }',
      '}',
      'class D { get e() {} }',
      'for (const f of g) { h({ i: 1 }) }',
    ].join('\n')
    assert.deepEqual(
      functionsOf(source(text)).map(({ lines }) => lines),
      [5, 3, 1],
    )
  })
})
