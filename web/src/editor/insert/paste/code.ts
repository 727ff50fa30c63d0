import { all, hasBlocks, isElement, make } from './elements.ts'

/** Numbers, buttons and bars adjacent the lines of code. */
const adjacent =
  'button, svg, clipboard-copy, [data-line-number], .line-number, .line-numbers-rows, .lineno, .linenos, .linenodiv, .linenumber, .hljs-ln-numbers, .gutter, .blob-num, .react-line-number, .copy-button, .copybtn, .code-block-decoration, .toolbar, [role="toolbar"], .sr-only'
const lines = /^(?:DIV|P|LI|TR|TABLE|UL|OL|SECTION)$/

export function readCode(body: HTMLElement): void {
  for (const table of all(body, 'table')) readNumbered(table)
  for (const pre of all(body, 'pre')) {
    if (!body.contains(pre) || pre.parentElement?.closest('pre')) continue
    const language = languageOf(pre)
    for (const element of all(pre, adjacent)) element.remove()
    replaceByCode(pre, codeText(pre), language)
  }
  for (const element of all(body, 'samp, kbd, tt')) {
    if (element.closest('pre') !== null) continue
    element.replaceWith(make(element, 'code', {}, ...element.childNodes))
  }
  for (const code of all(body, 'code')) {
    const isMany = code.querySelector('br') !== null || hasBlocks(code)
    if (isMany && code.closest('pre') === null)
      replaceByCode(code, codeText(code), languageOf(code))
  }
}

export function replaceByCode(element: Element, text: string, language: string | undefined): void {
  const code = make(element, 'code', language ? { class: `language-${language}` } : {})
  code.textContent = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  element.replaceWith(make(element, 'pre', {}, code))
}

/** Line numbers in one column, code in the other. */
function readNumbered(table: HTMLElement): void {
  const isNumbered =
    table.querySelector(
      'td.blob-code, td.code pre, td.rouge-code, td.hljs-ln-code, td.react-code-cell',
    ) !== null
  if (!isNumbered) return
  const language = languageOf(table)
  const pre = table.querySelector('td.code pre, td.rouge-code pre')
  for (const element of all(table, adjacent)) element.remove()
  replaceByCode(table, codeText(pre ?? table), language)
}

/** The text of code, with a line for every element that is one. */
export function codeText(code: Element): string {
  let text = ''
  const read = (node: Node, depth: number) => {
    for (const child of Array.from(node.childNodes)) {
      if (child.nodeType === 3) text += (child.textContent ?? '').replace(/\u00a0/g, ' ')
      else if (child.nodeName === 'BR') text += '\n'
      else if (isElement(child) && depth < 100) {
        const isLine = lines.test(child.nodeName)
        if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
        const before = text.length
        read(child, depth + 1)
        const isBlank = text.slice(before) === '\n'
        if (isLine && !isBlank && !(text.endsWith('\n') && text.length > before)) text += '\n'
      }
    }
  }
  read(code, 0)
  return text
}

const named =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-text-|hl-|brush:\s*)([\w+#.-]+)/
const noLanguage = new Set(['plaintext', 'plain', 'text', 'none', 'nohighlight', 'txt', 'auto'])

export function languageOf(code: Element): string | undefined {
  const inner = [...all(code, 'code, [data-language], [data-lang]')].slice(0, 3)
  const around: Element[] = []
  for (let up = code.parentElement; up !== null && around.length < 3; up = up.parentElement) {
    if (up.children.length <= 3) around.push(up)
  }
  for (const element of [...inner, code, ...around]) {
    const found = languageIn(element)
    if (found !== undefined) return noLanguage.has(found) ? undefined : found
  }
  return undefined
}

function languageIn(element: Element): string | undefined {
  const data =
    element.getAttribute('data-language') ??
    element.getAttribute('data-lang') ??
    element.getAttribute('data-code-lang')
  if (data) return languageFrom(data)
  const classes = element.getAttribute('class') ?? ''
  const found =
    named.exec(classes)?.[1] ?? /(?:^|\s)hljs\s+(?!language-)([\w+#-]+)/.exec(classes)?.[1]
  if (found !== undefined) return languageFrom(found)
  return /(?:^|\s)sourceCode\s+(\w+)/.exec(classes)?.[1]?.toLowerCase()
}

const aliases: Readonly<Record<string, string>> = {
  ipython3: 'python',
  ipython: 'python',
  python3: 'python',
  typescriptreact: 'tsx',
  javascriptreact: 'jsx',
  shellscript: 'bash',
  'plain text': 'text',
}

/** The name of a language as it stands behind a fence. */
export function languageFrom(name: string): string {
  const lower = name.trim().toLowerCase()
  return aliases[lower] ?? lower.replace(/\s+/g, '-')
}

/** Whether an element is set in the letters of code. */
export function isMonospace(style: string): boolean {
  return /courier|consolas|menlo|monaco|monospace|mono\b|source code pro|fira code|sf ?mono|jetbrains/i.test(
    style,
  )
}
