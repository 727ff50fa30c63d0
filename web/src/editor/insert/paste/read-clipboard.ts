import { DOMParser as PageParser, Fragment, type Schema } from '@tiptap/pm/model'
import type { ContentNode } from '../../../../../content/node.ts'
import { textOf } from './elements.ts'
import { type Pending, takeImages } from './pending.ts'
import { openHtml, passesFor } from './read-html.ts'
import type { Clipboard } from './source.ts'
import { addressOf } from './text/addresses.ts'
import { hasBlockSigns } from './text/markdown-signs.ts'
import { readText } from './text/read-text.ts'

/** Above this, cleaning pauses between its passes, so that the page stays responsive. */
const large = 200_000

/** The blocks that a clipboard of another program means. */
export function readClipboard(
  schema: Schema,
  clipboard: Clipboard,
  pending: Pending[] = [],
): Fragment {
  if (isTextMeant(clipboard)) return blocksOf(schema, readText(clipboard))
  const body = openHtml(clipboard.html)
  for (const pass of passesFor(clipboard)) pass(body)
  takeImages(body, pending)
  return blocksIn(schema, body, clipboard)
}

/** The same with pauses, for a clipboard of megabytes. */
export async function readLarge(
  schema: Schema,
  clipboard: Clipboard,
  pending: Pending[],
): Promise<Fragment> {
  if (isTextMeant(clipboard)) return blocksOf(schema, readText(clipboard))
  const body = openHtml(clipboard.html)
  for (const pass of passesFor(clipboard)) {
    pass(body)
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  }
  takeImages(body, pending)
  return blocksIn(schema, body, clipboard)
}

export function isLarge({ html, text }: Clipboard): boolean {
  return html.length > large || text.length > large
}

/** HTML that only colours code, or that says no more than an address, is left aside. */
function isTextMeant({ html, text, codeEditor }: Clipboard): boolean {
  if (html.trim() === '') return true
  if (codeEditor !== '' && text !== '') return true
  return addressOf(text) !== undefined && !/<(?:img|a)\b/i.test(html)
}

function blocksIn(schema: Schema, body: HTMLElement, clipboard: Clipboard): Fragment {
  if (isBare(body) && hasBlockSigns(clipboard.text)) return blocksOf(schema, readText(clipboard))
  if (textOf(body) === '' && body.children.length === 0) {
    return blocksOf(schema, readText(clipboard))
  }
  const parser = PageParser.fromSchema(schema)
  return parser.parse(body, { preserveWhitespace: false }).content
}

/** HTML without any meaning of its own, as that of a viewer that shows the source of Markdown. */
function isBare(body: HTMLElement): boolean {
  const [only, ...others] = Array.from(body.children)
  const isSource = others.length === 0 && only?.nodeName === 'PRE' && !only.querySelector('[class]')
  return isSource || body.querySelector(':not(p, div, span, br, section, article, main)') === null
}

export function blocksOf(schema: Schema, content: readonly ContentNode[]): Fragment {
  return Fragment.from(content.map((node) => schema.nodeFromJSON(node)))
}
