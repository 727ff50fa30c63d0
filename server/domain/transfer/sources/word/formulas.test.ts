import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import katex from 'katex'
import { byTag, first } from '../html/tree.ts'
import { parseXml } from '../xml/parse-xml.ts'
import { texOf } from './formulas.ts'

const r = (text: string, properties = ''): string => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const e = (inside: string): string => `<m:e>${inside}</m:e>`
const value = (name: string, text: string): string => `<m:${name} m:val="${text}"/>`

describe('texOf', () => {
  for (const [name, omml, tex] of [
    [
      'a fraction',
      `${r('a=')}<m:f><m:num>${r('b')}</m:num><m:den>${r('c')}</m:den></m:f>`,
      'a=\\frac{b}{c}',
    ],
    [
      'a linear fraction',
      `<m:f><m:fPr>${value('type', 'lin')}</m:fPr><m:num>${r('b+1')}</m:num><m:den>${r('c')}</m:den></m:f>`,
      '{b+1}/c',
    ],
    [
      'powers',
      `<m:sSup>${e(r('x'))}<m:sup>${r('2')}</m:sup></m:sSup><m:sSub>${e(r('ab'))}<m:sub>${r('i')}</m:sub></m:sSub>`,
      'x^{2}{ab}_{i}',
    ],
    [
      'both',
      `<m:sSubSup>${e(r('x'))}<m:sub>${r('1')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`,
      'x_{1}^{2}',
    ],
    [
      'roots',
      `<m:rad><m:radPr>${value('degHide', '1')}</m:radPr><m:deg/>${e(r('x'))}</m:rad><m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`,
      '\\sqrt{x}\\sqrt[3]{x}',
    ],
    [
      'a sum',
      `<m:nary><m:naryPr>${value('chr', '∑')}</m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
      '\\sum_{i=1}^{n}i',
    ],
    ['an integral', `<m:nary><m:sub>${r('0')}</m:sub><m:sup/>${e(r('f'))}</m:nary>`, '\\int_{0}f'],
    [
      'brackets',
      `<m:d><m:dPr>${value('begChr', '{')}${value('endChr', '')}</m:dPr>${e(r('a'))}${e(r('b'))}</m:d>`,
      '\\left\\{a\\middle|b\\right.',
    ],
    [
      'a matrix',
      `<m:m><m:mr>${e(r('1'))}${e(r('2'))}</m:mr><m:mr>${e(r('3'))}${e(r('4'))}</m:mr></m:m>`,
      '\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}',
    ],
    [
      'lines',
      `<m:eqArr>${e(r('a'))}${e(r('b'))}</m:eqArr>`,
      '\\begin{aligned}a \\\\ b\\end{aligned}',
    ],
    [
      'functions',
      `<m:func><m:fName>${r('sin', `<m:rPr>${value('sty', 'p')}</m:rPr>`)}</m:fName>${e(r('x'))}</m:func>`,
      '\\sin x',
    ],
    [
      'a limit',
      `<m:func><m:fName><m:limLow>${e(r('lim'))}<m:lim>${r('n→∞')}</m:lim></m:limLow></m:fName>${e(r('x'))}</m:func>`,
      '\\lim_{n→∞}x',
    ],
    [
      'accents',
      `<m:acc><m:accPr>${value('chr', '\u20d7')}</m:accPr>${e(r('v'))}</m:acc><m:bar><m:barPr>${value('pos', 'top')}</m:barPr>${e(r('x'))}</m:bar>`,
      '\\vec{v}\\overline{x}',
    ],
    ['text', `${r('if ', '<m:rPr><m:nor/></m:rPr>')}${r('x&gt;5%')}`, '\\text{if }x>5\\%'],
    ['slanted letters', r('𝑎𝛼'), 'aα'],
    ['what it does not know', `<m:box>${e(r('x'))}</m:box>`, 'x'],
  ] as const) {
    it(`writes ${name} as TeX that can be drawn`, () => {
      const formula = first(parseXml(`<m:oMath xmlns:m="x">${omml}</m:oMath>`), byTag('m:oMath'))
      const written = formula && texOf(formula)
      assert.equal(written, tex)
      assert.doesNotThrow(() => katex.renderToString(tex, { throwOnError: true, strict: false }))
    })
  }
})
