import type { KatexOptions } from 'katex'
import { t } from '../../messages.ts'

type Katex = { render: (latex: string, element: HTMLElement, options: KatexOptions) => void }

let loading: Promise<Katex> | undefined

/** Only a page with a formula loads it, with its style and fonts. */
function load(): Promise<Katex> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([{ default: katex }]) => katex,
  )
  return loading
}

/** Longer formulas would keep the page busy. */
const maxLength = 10_000

/** Nothing in a formula leads anywhere, loads anything or grows without end. */
const options: KatexOptions = {
  trust: false,
  strict: 'ignore',
  maxExpand: 500,
  maxSize: 40,
  throwOnError: true,
}

/**
 * Draws a formula, or its source with what is wrong with it. `isCurrent` is asked when the library has arrived: the
 * formula may be another by then.
 */
export async function drawFormula(
  latex: string,
  { isBlock, isCurrent }: { isBlock: boolean; isCurrent: () => boolean },
): Promise<HTMLElement | undefined> {
  const katex = await load().catch(() => undefined)
  if (katex === undefined || latex.trim() === '' || !isCurrent()) return undefined
  const drawn = document.createElement(isBlock ? 'div' : 'span')
  drawn.className = 'formula'
  drawn.dir = 'ltr'
  if (latex.length > maxLength) return withError(drawn, latex, t.formulaTooLong)
  try {
    katex.render(latex, drawn, { ...options, displayMode: isBlock })
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : ''
    return withError(drawn, latex, reason)
  }
  return drawn
}

function withError(drawn: HTMLElement, latex: string, reason: string): HTMLElement {
  const source = document.createElement('code')
  source.textContent = latex
  const message = document.createElement('span')
  message.className = 'formula-error'
  message.textContent = reason
  drawn.replaceChildren(source, ' ', message)
  return drawn
}
