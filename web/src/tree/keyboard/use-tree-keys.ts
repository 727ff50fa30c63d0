import type { TreeInstance } from '@headless-tree/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { client } from '../../lib/client.ts'
import { loadUntil, type TreePage } from '../children.ts'
import { isMore, toParentId } from '../drop.ts'
import { findTyped, pauseMs, typeOn } from './type-ahead.ts'

type Options = {
  workspaceId: string
  tree: TreeInstance<TreePage>
  scroller: RefObject<HTMLElement | null>
  /** Of a row. */
  height: number
  /** Whether a key changed the selection. */
  onSelectionKey: (event: KeyboardEvent) => boolean
}

/** Home, End, PageUp, PageDown and letters in the tree. The handler runs before that of the tree component. */
export function useTreeKeys({ workspaceId, tree, scroller, height, onSelectionKey }: Options) {
  const queries = useQueryClient()
  const typed = useRef({ text: '', at: 0 })
  /** End was pressed, and the end of a list is being loaded. */
  const isEnding = useRef(false)
  const items = tree.getItems()
  const last = items.at(-1)?.getId() ?? ''

  useEffect(() => {
    if (!isEnding.current || isMore(last)) return
    isEnding.current = false
    focusAt(tree, tree.getItems().length - 1)
  }, [tree, last])

  const isTyping = ({ timeStamp }: KeyboardEvent) => timeStamp - typed.current.at < pauseMs

  const goToEnd = () => {
    if (!isMore(last)) return focusAt(tree, items.length - 1)
    isEnding.current = true
    // A list that does not load says so in the tree.
    loadUntil(client, queries, { workspaceId, parentId: toParentId(last) }, last).catch(() => {
      isEnding.current = false
    })
  }

  return (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return
    const { dnd } = tree.getState()
    const isTyped = event.key === ' ' && isTyping(event)
    if (dnd == null && !isTyped && onSelectionKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (dnd != null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const current = tree.getFocusedItem().getItemMeta().index
    const rows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
    if (event.key !== 'End') isEnding.current = false
    if (event.key === 'Home') focusAt(tree, 0)
    else if (event.key === 'End') goToEnd()
    else if (event.key === 'PageUp') focusAt(tree, current - rows)
    else if (event.key === 'PageDown') focusAt(tree, current + rows)
    else if (/^[\p{L}\p{N}]$/u.test(event.key) || isTyped) {
      typed.current = typeOn(typed.current, event.key, event.timeStamp)
      const titles = items.map((item) => item.getItemName())
      const found = findTyped(titles, typed.current.text, current)
      if (found !== undefined) focusAt(tree, found)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Puts the focus on the nearest row with a page. */
function focusAt(tree: TreeInstance<TreePage>, index: number): void {
  const items = tree.getItems()
  let at = Math.min(Math.max(0, index), items.length - 1)
  if (isMore(items[at]?.getId() ?? '')) at -= 1
  items[at]?.setFocused()
  tree.updateDomFocus()
}
