import type { Transaction } from '@tiptap/pm/state'
import { all } from './elements.ts'

/** A file that has to be uploaded before it can stand in the page. */
export type Pending = { readonly name: string; readonly open: () => File | Promise<File> }

const nonce = crypto.randomUUID().slice(0, 8)
const marker = new RegExp(`\\ue000${nonce}:(\\d+)\\ue001`, 'g')

/** The text that keeps the place of a file. */
export function markerOf(index: number): string {
  return `\ue000${nonce}:${index}\ue001`
}

/** Images that are written into the HTML itself become files to upload. */
export function takeImages(body: HTMLElement, pending: Pending[]): void {
  for (const image of all(body, 'img[src^="data:"]')) {
    const source = image.getAttribute('src') ?? ''
    const type = /^data:([^;,]+)/.exec(source)?.[1] ?? 'image/png'
    const extension = type.replace('image/', '').replace('jpeg', 'jpg')
    const name = `${(image.getAttribute('alt') || 'image').slice(0, 100)}.${extension}`
    pending.push({ name, open: () => fileOf(source, name, type) })
    image.replaceWith(markerOf(pending.length - 1))
  }
}

function fileOf(source: string, name: string, type: string): File {
  const bytes = Uint8Array.from(atob(source.slice(source.indexOf(',') + 1)), (letter) =>
    letter.charCodeAt(0),
  )
  return new File([bytes], name, { type })
}

/** Takes the places of files out of what is put in, in order, each with where it was. */
export function takeMarkers(
  transaction: Transaction,
  pending: readonly Pending[],
): (Pending & { position: number })[] {
  if (pending.length === 0) return []
  const found: { from: number; to: number; index: number }[] = []
  transaction.doc.descendants((node, position) => {
    for (const match of node.isText ? (node.text ?? '').matchAll(marker) : []) {
      const from = position + match.index
      found.push({ from, to: from + match[0].length, index: Number(match[1]) })
    }
  })
  for (const { from, to } of found.toReversed()) transaction.delete(from, to)
  let removed = 0
  return found.flatMap(({ from, to, index }) => {
    const file = pending[index]
    const position = from - removed
    removed += to - from
    return file === undefined ? [] : [{ ...file, position }]
  })
}
