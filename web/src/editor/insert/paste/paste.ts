import { closeHistory } from '@tiptap/pm/history'
import { type Fragment, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { maxNodes, maxSize } from '../../../../../content/limits.ts'
import type { ContentNode } from '../../../../../content/node.ts'
import type { EditorHost } from '../../editor-host.ts'
import { t } from '../messages.ts'
import { uploadOne } from '../uploads.ts'
import { type Pending, takeMarkers } from './pending.ts'
import { putBlocks, textOf } from './put/put-blocks.ts'
import { jsonInHtml, readBlocks } from './quire-slice.ts'
import { blocksOf, isLarge, readClipboard, readLarge } from './read-clipboard.ts'
import { relocated } from './relocate.ts'
import type { Given } from './source.ts'
import { addressOf, pageIdOf } from './text/addresses.ts'
import { plainLines } from './text/read-text.ts'

export { copy } from './copy/copy.ts'

/** What is to be put in: blocks with places for files, a link for what is selected, or a refusal. */
export type Prepared =
  | { readonly blocks: Fragment; readonly pending: readonly Pending[]; readonly text?: string }
  | { readonly href: string }
  | { readonly refusal: string }

const largest = 5_000_000
/** Opening and closing tags: more than a page of the most nodes needs, however a program writes it. */
const maxTags = 250_000

export function prepare(
  state: EditorState,
  host: EditorHost,
  given: Given,
): Prepared | Promise<Prepared> {
  const { schema } = state
  if (isTooLarge(given)) return { refusal: t.tooLarge }
  if (given.isPlain || state.selection.$from.parent.type.spec.code === true) {
    return {
      blocks: blocksOf(schema, plainLines(given.text).content),
      pending: [],
      text: given.text,
    }
  }
  const own = readBlocks(given.blocks || jsonInHtml(given.html))
  if (own !== undefined) {
    const { content, pending } = relocated(own, {
      origin: location.origin,
      workspaceId: host.workspaceId,
    })
    return { blocks: blocksOf(schema, content), pending }
  }
  return addressed(state, host, given) ?? read(schema, given)
}

function read(schema: Schema, given: Given): Prepared | Promise<Prepared> {
  const pending: Pending[] = []
  const created = (blocks: Fragment): Prepared =>
    isPageful(blocks) ? { blocks, pending } : { refusal: t.tooLarge }
  if (!isLarge(given)) return created(readClipboard(schema, given, pending))
  return readLarge(schema, given, pending).then(created)
}

/** Images that are part of the HTML do not count: they are uploaded on their own. */
function isTooLarge({ html, text }: Given): boolean {
  if (text.length > maxSize || hasTooManyTags(html)) return true
  if (html.length <= largest) return false
  let images = 0
  for (const [found] of html.matchAll(/data:image\/[^"')\s]*/g)) images += found.length
  return html.length - images > largest
}

function hasTooManyTags(html: string): boolean {
  let tags = 0
  let at = html.indexOf('<')
  for (; at >= 0 && tags <= maxTags; at = html.indexOf('<', at + 1)) tags += 1
  return tags > maxTags
}

function isPageful(blocks: Fragment): boolean {
  let nodes = 0
  blocks.descendants((node) => {
    nodes += node.isText ? 0 : 1
    return true
  })
  return nodes <= maxNodes && blocks.size <= maxSize
}

/** An address on selected words is their link, and that of a page of this server is the page. */
function addressed(
  { selection, schema }: EditorState,
  host: EditorHost,
  { text, html }: Given,
): Prepared | Promise<Prepared> | undefined {
  const address = addressOf(text)
  if (address === undefined || /<img\b/i.test(html)) return undefined
  const { $from, $to, empty } = selection
  if (!empty && $from.sameParent($to) && $from.parent.inlineContent) return { href: address }
  const pageId = pageIdOf(address, location.origin)
  if (pageId === undefined) return undefined
  return host.titleOf(pageId).then((title): Prepared => {
    const node: ContentNode =
      title === undefined
        ? { type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }
        : { type: 'pageMention', attrs: { pageId, label: title } }
    return { blocks: blocksOf(schema, [{ type: 'paragraph', content: [node] }]), pending: [] }
  })
}

/** One step to undo, with neither what was typed before nor after. */
export function put(view: EditorView, host: EditorHost, prepared: Prepared): void {
  if ('refusal' in prepared) return host.notifyError(prepared.refusal)
  const transaction =
    'href' in prepared ? linked(view.state, prepared.href) : placed(view.state, prepared)
  const files = 'href' in prepared ? [] : takeMarkers(transaction, prepared.pending)
  transaction.setMeta('paste', true).setMeta('preventAutolink', true)
  view.dispatch(closeHistory(transaction).scrollIntoView())
  view.dispatch(closeHistory(view.state.tr))
  for (const file of files) void uploadOne(view, host, file)
}

function linked({ tr, selection, schema }: EditorState, href: string): Transaction {
  const { link } = schema.marks
  return link === undefined ? tr : tr.addMark(selection.from, selection.to, link.create({ href }))
}

function placed(
  state: EditorState,
  { blocks, text }: { blocks: Fragment; text?: string },
): Transaction {
  if (state.selection.$from.parent.type.spec.code === true) {
    return state.tr.insertText((text ?? textOf(blocks)).replace(/\r\n?/g, '\n'))
  }
  try {
    return putBlocks(state, blocks)
  } catch {
    // No place for such blocks: the editor finds the nearest one.
    return state.tr.replaceSelection(Slice.maxOpen(blocks))
  }
}
