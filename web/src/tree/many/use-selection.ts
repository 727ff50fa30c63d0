import type { ItemInstance, TreeInstance } from '@headless-tree/core'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { TreePage } from '../children.ts'
import { isPage } from '../drop.ts'

type Item = ItemInstance<TreePage>

export type Selection = {
  /** Number of selected rows. */
  count: number
  /** The selected pages in the order of the tree, without those below another one. */
  pages: () => TreePage[]
  has: (pageId: string) => boolean
  toggle: (item: Item) => void
  clear: () => void
  /** Whether a click selects instead of opening the page. */
  onClick: (event: MouseEvent, item: Item) => boolean
  /** Whether a key changed the selection. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

const none: ReadonlySet<string> = new Set()

/** Which pages of the tree are selected, to move several at once or put them into the trash. */
export function useSelection(tree: TreeInstance<TreePage>): Selection {
  const [chosen, setChosen] = useState(none)
  const anchor = useRef<string | null>(null)
  // A page that is no longer shown, or is elsewhere in a closed page, is not selected.
  const items = chosen.size === 0 ? [] : tree.getItems().filter((item) => chosen.has(item.getId()))
  const changes = changesOf(tree, items, anchor, setChosen)
  return {
    count: items.length,
    pages: () => items.filter((item) => !isBelow(item, chosen)).map((item) => item.getItemData()),
    has: (pageId) => chosen.has(pageId),
    toggle: changes.toggle,
    clear: changes.clear,
    onClick: ({ shiftKey, ctrlKey, metaKey, altKey, button }, item) => {
      if (button !== 0 || altKey) return false
      const isMod = ctrlKey || metaKey
      const isTouch = matchMedia('(pointer: coarse)').matches
      if (shiftKey) changes.extendTo(item)
      else if (items.length > 0 && (isMod || isTouch)) changes.toggle(item)
      else {
        if (!isMod) changes.clear()
        return false
      }
      return true
    },
    onKeyDown: ({ key, shiftKey, ctrlKey, metaKey, altKey }) => {
      const isMod = ctrlKey || metaKey
      const isArrow = key === 'ArrowUp' || key === 'ArrowDown'
      if (altKey) return false
      if (key === 'Escape' && items.length > 0) changes.clear()
      else if (key === ' ' && !shiftKey) changes.toggle(tree.getFocusedItem())
      else if (key.toLowerCase() === 'a' && isMod && !shiftKey) changes.selectSiblings()
      else if (isArrow && shiftKey && !isMod) changes.extendBy(key)
      else {
        if (isArrow) anchor.current = null
        return false
      }
      return true
    },
  }
}

type Anchor = { current: string | null }

/** `anchor`: where a range begins that is extended. */
function changesOf(
  tree: TreeInstance<TreePage>,
  items: readonly Item[],
  anchor: Anchor,
  setChosen: (chosen: ReadonlySet<string>) => void,
) {
  const extendTo = (item: Item) => {
    const all = tree.getItems()
    anchor.current ??= tree.getFocusedItem().getId()
    const from = all.findIndex((one) => one.getId() === anchor.current)
    const to = item.getItemMeta().index
    const range = all.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1)
    setChosen(new Set(range.map((one) => one.getId()).filter(isPage)))
  }
  return {
    extendTo,
    extendBy: (key: 'ArrowUp' | 'ArrowDown') => {
      const focused = tree.getFocusedItem()
      anchor.current ??= focused.getId()
      const next = key === 'ArrowUp' ? focused.getItemAbove() : focused.getItemBelow()
      if (next === undefined || !isPage(next.getId())) return
      extendTo(next)
      next.setFocused()
      tree.updateDomFocus()
    },
    clear: () => {
      setChosen(none)
      anchor.current = null
    },
    toggle: (item: Item) => {
      const id = item.getId()
      if (!isPage(id)) return
      const shown = new Set(items.map((one) => one.getId()))
      if (!shown.delete(id)) shown.add(id)
      setChosen(shown)
      anchor.current = id
    },
    selectSiblings: () => {
      const siblings = tree.getFocusedItem().getParent()?.getChildren() ?? []
      setChosen(new Set(siblings.map((one) => one.getId()).filter(isPage)))
    },
  }
}

function isBelow(item: Item, chosen: ReadonlySet<string>): boolean {
  for (let parent = item.getParent(); parent !== undefined; parent = parent.getParent()) {
    if (chosen.has(parent.getId())) return true
  }
  return false
}
