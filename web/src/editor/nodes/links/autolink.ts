import {
  combineTransactionSteps,
  type Editor,
  findChildrenInRange,
  getChangedRanges,
  type Range,
} from '@tiptap/core'
import type { MarkType, Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'

type Address = Range & { href: string }
type FindAddresses = (word: string) => { href: string; start: number; end: number }[]

let findAddresses: FindAddresses | undefined
let loading: Promise<void> | undefined

/** Loads what recognizes addresses. A person needs it after the first word. */
export function loadAddresses(): Promise<void> {
  loading ??= import('./find-addresses.ts').then(
    (loaded) => {
      findAddresses = loaded.findAddresses
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The ends of words that were finished before addresses could be recognized. */
const key = new PluginKey<readonly number[]>('autolink')

/** Makes links of the addresses that a person types, when white space or a new line follows. */
export function autolink(editor: Editor, type: MarkType): Plugin {
  const linkWaiting = () => {
    if (editor.isDestroyed) return
    const { doc, tr } = editor.state
    const ends = key.getState(editor.state) ?? []
    for (const end of ends) addLinks(tr, type, wordBefore(doc, end))
    editor.view.dispatch(tr.setMeta(key, 'linked').setMeta('preventAutolink', true))
  }
  return new Plugin<readonly number[]>({
    key,
    state: {
      init: () => [],
      apply: (transaction, ends) => {
        if (transaction.getMeta(key) === 'linked') return []
        const moved = ends.map((end) => transaction.mapping.map(end, -1))
        const added: unknown = transaction.getMeta(key)
        return Array.isArray(added) ? [...moved, ...added.map(Number)] : moved
      },
    },
    props: {
      handleDOMEvents: {
        focus: () => {
          void loadAddresses().catch(() => undefined)
          return false
        },
      },
    },
    appendTransaction: (transactions, before, { doc, tr }) => {
      const isTyped = transactions.some(({ docChanged }) => docChanged) && !before.doc.eq(doc)
      if (!isTyped || transactions.some((one) => one.getMeta('preventAutolink') !== undefined))
        return null
      const changes = getChangedRanges(combineTransactionSteps(before.doc, [...transactions]))
      const ends = changes.flatMap(({ newRange }) => endOfWord(doc, newRange) ?? [])
      if (ends.length === 0) return null
      if (findAddresses === undefined) {
        void loadAddresses().then(linkWaiting, () => undefined)
        return tr.setMeta(key, ends)
      }
      for (const end of ends) addLinks(tr, type, wordBefore(doc, end))
      return tr.docChanged ? tr : null
    },
  })
}

/** Where the word ends that a change finished: before white space, or in the first of the lines it left. */
function endOfWord(doc: Node, range: Range): number | undefined {
  const blocks = findChildrenInRange(doc, range, ({ isTextblock }) => isTextblock)
  const [first] = blocks
  if (first === undefined) return undefined
  if (blocks.length > 1) return first.pos + first.node.nodeSize - 1
  const changed = doc.textBetween(range.from, range.to, ' ', ' ')
  return /\s$/.test(changed) ? range.to : undefined
}

function wordBefore(doc: Node, end: number): (Range & { word: string }) | undefined {
  const $end = doc.resolve(end)
  const start = $end.start()
  const text = doc.textBetween(start, end, undefined, ' ').trimEnd()
  const word = /\S+$/.exec(text)?.[0]
  const from = start + text.length - (word?.length ?? 0)
  return word === undefined || !$end.parent.isTextblock
    ? undefined
    : { word, from, to: start + text.length }
}

function addLinks(
  transaction: Transaction,
  type: MarkType,
  found: ReturnType<typeof wordBefore>,
): void {
  if (found === undefined || findAddresses === undefined) return
  const { doc } = transaction
  const code = doc.type.schema.marks['code']
  const addresses = findAddresses(found.word).map(({ href, start, end }): Address => ({
    href,
    from: found.from + start,
    to: found.from + end,
  }))
  for (const { href, from, to } of addresses) {
    const isCode = code !== undefined && doc.rangeHasMark(from, to, code)
    if (isCode || doc.rangeHasMark(from, to, type)) continue
    if (!doc.resolve(from).parent.type.allowsMarkType(type)) continue
    transaction.addMark(from, to, type.create({ href }))
  }
}
