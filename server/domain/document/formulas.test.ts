import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { htmlOffences } from '../../../test/fixtures/content/html-offences.ts'
import { formulaHtml } from './formulas.ts'

describe('formulaHtml', () => {
  it('leaves formulas with errors, and endless ones, to their source', () => {
    for (const latex of ['', ' ', '\\frac', '}', '\\def\\a{\\a\\a}\\a', 'x'.repeat(6000)]) {
      assert.equal(formulaHtml(latex, false), undefined, latex.slice(0, 20))
    }
  })

  it('draws MathML with its source, in which nothing leads anywhere', () => {
    const drawn = formulaHtml('\\frac{a}{b}', true) ?? ''
    assert.match(drawn, /^<math [^>]*display="block"><semantics>/)
    assert.match(drawn, /<annotation encoding="application\/x-tex">\\frac\{a\}\{b\}<\/annotation>/)
    for (const latex of [
      '\\href{javascript:alert(1)}{x}',
      '\\includegraphics{https://a.example/x.png}',
      '\\htmlData{a=b}{x}',
      '\\text{<script>}',
      '\\begin{matrix} a & b \\\\ c & d \\end{matrix}',
    ]) {
      assert.deepEqual(htmlOffences(formulaHtml(latex, false) ?? ''), [], latex)
    }
    assert.deepEqual(htmlOffences(formulaHtml('\\sqrt{x^2} < \\text{"a"}', false) ?? ''), [])
  })
})
