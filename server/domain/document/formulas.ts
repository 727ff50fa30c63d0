import { createRequire } from 'node:module'
import type { KatexOptions } from 'katex'

type Katex = { renderToString: (latex: string, options: KatexOptions) => string }

const require = createRequire(import.meta.url)
let katex: Katex | undefined

/** Longer formulas would take too long. */
const maxLength = 5000

/** Nothing in a formula leads anywhere, loads anything or grows without end. */
const options: KatexOptions = {
  output: 'mathml',
  trust: false,
  strict: 'ignore',
  maxExpand: 200,
  maxSize: 40,
  throwOnError: true,
}

const math = /<math[^]*<\/math>/

/** A formula as MathML, which browsers draw without a script; undefined if it has an error. */
export function formulaHtml(latex: string, isBlock: boolean): string | undefined {
  if (latex.trim() === '' || latex.length > maxLength) return undefined
  // Loaded with the first formula: most servers never draw one.
  // SAFETY: the types of the library say so.
  katex ??= require('katex') as Katex
  try {
    return math.exec(katex.renderToString(latex, { ...options, displayMode: isBlock }))?.[0]
  } catch {
    return undefined
  }
}
