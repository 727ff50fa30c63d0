import { codeText, isMonospace, languageFrom, replaceByCode } from '../code.ts'
import { all, make, stylesOf } from '../elements.ts'
import type { Clipboard, Source } from '../source.ts'

/** VS Code, JetBrains and others whose HTML only colours code. */
export const codeEditors: Source = {
  name: 'Code editors',
  detects: ({ codeEditor, html }) =>
    codeEditor !== '' ||
    /white-space:\s*pre[;"'-]/.test(html) ||
    /<pre style="[^"]*(?:JetBrains|monospace)/i.test(html),
  clean: (body, clipboard) => {
    const language = modeOf(clipboard)
    for (const box of all(body, 'div, pre')) {
      const styles = stylesOf(box)
      const font = `${styles.get('font-family') ?? ''} ${styles.get('font') ?? ''}`
      const isPre = styles.get('white-space')?.startsWith('pre') === true || box.nodeName === 'PRE'
      if (!body.contains(box) || !isPre || !isMonospace(font)) continue
      if (box.querySelector('code') !== null) continue
      const text =
        clipboard.text !== '' && box.parentElement === body ? clipboard.text : codeText(box)
      if (!/[\r\n]/.test(text.trimEnd()) && !/[\r\n]$/.test(text)) {
        box.replaceWith(make(box, 'code', {}, text))
      } else replaceByCode(box, text, language)
    }
  },
}

/** The language that VS Code writes beside its HTML. */
export function modeOf({ codeEditor }: Clipboard): string | undefined {
  const mode = /"mode":\s*"([^"]+)"/.exec(codeEditor)?.[1]
  if (mode === undefined || mode === 'plaintext') return undefined
  return languageFrom(mode)
}
