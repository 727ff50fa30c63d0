/** Longer formulas belong in a block. The limit keeps the search for a closing dollar sign linear. */
const maxInlineLength = 1000

/** Whether `$…$` around this text is a formula rather than prose with two prices. */
export function isPlainMath(latex: string): boolean {
  if (latex === '' || latex.length > maxInlineLength || /^\s|\s$|^\$|[`]|\\$/.test(latex))
    return false
  if (/(?<!\\)\$|\n\s*\n|\]\(/.test(latex)) return false
  if (!/\s/.test(latex)) return true
  return /^\d/.test(latex) ? /[\\^_{}=]/.test(latex) : /[\\^_{}=+<>*/-]/.test(latex)
}

/** Whether a dollar sign can open a formula between `before` and `after`. */
export function canOpenMath(before: string, after: string): boolean {
  return !/[\da-z$]/i.test(before) && after !== '' && !/[\s$]/.test(after)
}

/** Whether a dollar sign can close a formula between `before` and `after`. */
export function canCloseMath(before: string, after: string): boolean {
  return !/[\s$\\]/.test(before) && !/[\da-z$]/i.test(after)
}

export type FoundMath = { latex: string; end: number }

/** The formula that a dollar sign at `start` opens in `source`, if any. */
export function findMath(source: string, start: number, limit: number): FoundMath | undefined {
  const after = source.charAt(start + 1)
  if (after === '`') return findQuotedMath(source, start, limit)
  if (!canOpenMath(source.charAt(start - 1), after)) return undefined
  const bound = Math.min(limit, start + maxInlineLength + 2)
  for (let index = start + 1; index < bound; index += 1) {
    const character = source.charAt(index)
    if (character === '`') return undefined
    if (character !== '$' || source.charAt(index - 1) === '\\') continue
    if (
      !canCloseMath(source.charAt(index - 1), index + 1 < limit ? source.charAt(index + 1) : '')
    ) {
      continue
    }
    const latex = source.slice(start + 1, index)
    return isPlainMath(latex) ? { latex, end: index + 1 } : undefined
  }
  return undefined
}

/** GitHub's second form, a code span between dollar signs, which allows any formula. */
function findQuotedMath(source: string, start: number, limit: number): FoundMath | undefined {
  let open = start + 1
  while (open < limit && source.charAt(open) === '`') open += 1
  const backticks = source.slice(start + 1, open)
  const close = source.slice(open, Math.min(limit, open + maxInlineLength)).indexOf(`${backticks}$`)
  if (close <= 0 || source.charAt(open + close - 1) === '`') return undefined
  const latex = source
    .slice(open, open + close)
    .replaceAll('\n', ' ')
    .trim()
  return { latex, end: open + close + backticks.length + 1 }
}

export function writeInlineMath(latex: string, before: string, after: string): string {
  const line = latex.replace(/\s*\n\s*/g, ' ').trim()
  if (isPlainMath(line) && canOpenMath(before, line.charAt(0)) && canCloseMath('', after)) {
    return `$${line}$`
  }
  const runs = line.match(/`+/g) ?? []
  const backticks = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  return /^`|`$|^$/.test(line)
    ? `$${backticks} ${line} ${backticks}$`
    : `$${backticks}${line}${backticks}$`
}
