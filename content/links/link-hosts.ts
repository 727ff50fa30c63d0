import type { PageDocument } from '../document.ts'
import { type ContentNode, stringAttribute } from '../node.ts'

/** A host that links of a page lead to, and the number of the top-level block with the first. */
export type LinkHost = { host: string; block: number }

/** Further hosts of one page are not indexed. */
export const maxHosts = 200

const maxHostLength = 253

/**
 * The hosts of the links of a page, each also without its first names: `docs.example.com` is `example.com` too. Those
 * that the text itself has are found without.
 */
export function linkHosts(document: PageDocument): LinkHost[] {
  const found = new Map<string, number>()
  const collect = (node: ContentNode, block: number): void => {
    for (const href of addressesOf(node)) addHost(href, block, found)
    for (const child of node.content ?? []) collect(child, block)
  }
  for (const [index, node] of document.content.entries()) collect(node, index + 1)
  return Array.from(found, ([host, block]) => ({ host, block }))
}

function addressesOf(node: ContentNode): string[] {
  const mark = node.marks?.find(({ type }) => type === 'link')
  const href = mark === undefined ? '' : stringAttribute(mark, 'href')
  const own = node.type === 'emptyLink' ? stringAttribute(node, 'href') : ''
  const ofImage = node.type === 'image' ? stringAttribute(node, 'linkHref') : ''
  return [href, own, ofImage].filter((address) => address.includes('//'))
}

function addHost(href: string, block: number, found: Map<string, number>): void {
  const host = hostOf(href)
  if (host === undefined) return
  const names = host.split('.')
  for (let first = 0; first < Math.max(1, names.length - 1); first += 1) {
    const name = names.slice(first).join('.')
    if (found.size < maxHosts && !found.has(name)) found.set(name, block)
  }
}

/** The host of an address on the web, or of what people type of one. Undefined for anything else. */
export function hostOf(text: string): string | undefined {
  const [, host = ''] =
    /^(?:https?:)?\/\/(?:[^/?#@\s]{0,200}@)?([^/?#:@\s]{1,253})(?:[:/?#]|$)/i.exec(text) ?? []
  const plain = host
    .toLowerCase()
    .replace(/^www\.(?=.)/, '')
    .replace(/\.$/, '')
  return plain === '' || plain.length > maxHostLength ? undefined : plain
}
