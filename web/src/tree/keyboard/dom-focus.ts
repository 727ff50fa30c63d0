import type { FeatureImplementation, TreeInstance } from '@headless-tree/core'
import { useEffect } from 'react'
import type { TreePage } from '../children.ts'

/** A row that is not drawn by then takes the focus no more: the person may be elsewhere. */
const timeoutMs = 2000

/** By the data of a tree, when its row was to take the focus. */
const requests = new WeakMap<object, number>()

/**
 * Focuses the row of the current item once it is drawn. The tree component would focus the row of the moment when a key
 * was pressed, some time later, and so take the focus back from a key that was pressed meanwhile.
 */
export const domFocus: FeatureImplementation<TreePage> = {
  key: 'dom-focus',
  overwrites: ['tree'],
  treeInstance: {
    updateDomFocus: ({ tree }) => {
      requests.set(tree.getDataRef(), Date.now())
      tree.getConfig().scrollToItem?.(tree.getFocusedItem())
      setTimeout(() => focusRow(tree))
    },
  },
}

/** Tries again after each drawing. */
export function useDomFocus(tree: TreeInstance<TreePage>): void {
  useEffect(() => focusRow(tree))
}

function focusRow(tree: TreeInstance<TreePage>): void {
  const request = requests.get(tree.getDataRef())
  if (request === undefined) return
  const row = tree.getFocusedItem().getElement()
  if (row != null) row.focus()
  if (row != null || Date.now() - request > timeoutMs) requests.delete(tree.getDataRef())
}
