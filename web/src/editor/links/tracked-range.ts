import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'

export type TrackedRange = {
  /** Where it is now; undefined if its text was changed. */
  now: () => { from: number; to: number } | undefined
  stop: () => void
}

/** Follows a text through the changes of a page, until it is needed. */
export function trackRange(editor: Editor, from: number, to: number): TrackedRange {
  const text = editor.state.doc.textBetween(from, to)
  let range = { from, to }
  const follow = ({ transaction }: { transaction: Transaction }) => {
    const { mapping } = transaction
    range = { from: mapping.map(range.from, 1), to: mapping.map(range.to, -1) }
  }
  editor.on('transaction', follow)
  return {
    now: () => {
      const isThere =
        range.from < range.to && editor.state.doc.textBetween(range.from, range.to) === text
      return isThere ? range : undefined
    },
    stop: () => editor.off('transaction', follow),
  }
}
