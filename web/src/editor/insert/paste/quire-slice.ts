import { checkDocument } from '../../../../../content/document.ts'
import type { ContentNode } from '../../../../../content/node.ts'

/** The type of what Quire copies for itself; other programs take the HTML or the text. */
export const quireType = 'application/x-quire-blocks+json'
const attribute = 'data-quire-blocks'

export type QuireBlocks = {
  /** Where it was copied: addresses of pages and files mean something there alone. */
  readonly origin: string
  readonly workspaceId: string
  readonly content: readonly ContentNode[]
}

export function writeBlocks(blocks: QuireBlocks): string {
  return JSON.stringify(blocks)
}

/** The blocks in HTML, for browsers that hand over no other types. */
export function inHtml(html: string, json: string): string {
  const escaped = json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<div ${attribute}="${escaped}">${html}</div>`
}

export function jsonInHtml(html: string): string {
  const [, escaped = ''] = new RegExp(`<div ${attribute}="([^"]*)"`).exec(html) ?? []
  return escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** Blocks that Quire copied, or undefined. They are checked as any document from outside. */
export function readBlocks(json: string): QuireBlocks | undefined {
  if (json === '') return undefined
  const value = parsed(json)
  if (typeof value !== 'object' || value === null || !('content' in value)) return undefined
  const checked = checkDocument({ type: 'doc', content: value.content })
  if (!checked.ok) return undefined
  const text = (name: string): string => {
    const found: unknown = Reflect.get(value, name)
    return typeof found === 'string' ? found : ''
  }
  return {
    origin: text('origin'),
    workspaceId: text('workspaceId'),
    content: checked.document.content,
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
