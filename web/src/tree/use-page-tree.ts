import {
  buildProxiedInstance,
  dragAndDropFeature,
  type FeatureImplementation,
  type ItemInstance,
  hotkeysCoreFeature,
  keyboardDragAndDropFeature,
  propMemoizationFeature,
  renamingFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { useCallback, useEffect } from 'react'
import { displayTitle } from '../lib/page-title.ts'
import type { TreePage } from './children.ts'
import { isPage, readDrop, rootId } from './drop.ts'
import { domFocus } from './keyboard/dom-focus.ts'
import { canChange } from './page-rights.ts'
import { useExpandedItems } from './use-expanded-items.ts'
import { type TreeData, useLists } from './use-lists.ts'
import type { PageActions } from './use-page-actions.ts'

export const indent = 14

/** Pages are moved one by one, so that the page in focus is the selected one. */
const oneAtATime: FeatureImplementation<TreePage> = {
  key: 'one-at-a-time',
  treeInstance: {
    getSelectedItems: ({ tree }) => [tree.getFocusedItem()],
    setSelectedItems: ({ tree }, [itemId]) =>
      tree.applySubStateUpdate('focusedItem', itemId ?? null),
  },
}

type Options = {
  workspaceId: string
  actions: PageActions
  canWrite: boolean
  isGuest: boolean
  onOpen: (page: TreePage) => void
  onTrash: (page: TreePage) => void
  scrollTo: (index: number) => void
}

/** The state of the tree: which pages are open, in focus, being dragged or renamed. */
export function usePageTree(options: Options): {
  tree: TreeInstance<TreePage>
  data: TreeData
  expand: (pageIds: readonly string[]) => void
} {
  const { workspaceId, actions, canWrite, isGuest, onOpen, onTrash, scrollTo } = options
  const mayChange = (item: ItemInstance<TreePage>) =>
    isPage(item.getId()) && canChange(item.getItemData(), canWrite)
  const [expandedItems, setExpandedItems] = useExpandedItems(workspaceId)
  const data = useLists(workspaceId, expandedItems, isGuest)
  const tree = useTree<TreePage>({
    // Of 10,000 pages all but the visible ones are never asked for their methods.
    instanceBuilder: buildProxiedInstance,
    features: [
      syncDataLoaderFeature,
      hotkeysCoreFeature,
      dragAndDropFeature,
      keyboardDragAndDropFeature,
      renamingFeature,
      oneAtATime,
      domFocus,
      // Else every ref is a new one, and each drawing takes the tree down and up again.
      propMemoizationFeature,
    ],
    rootItemId: rootId,
    dataLoader: data,
    state: { expandedItems },
    setExpandedItems,
    getItemName: (item) => titleOf(item.getItemData()),
    isItemFolder: (item) => item.getItemData().children > 0,
    onPrimaryAction: (item) => {
      if (isPage(item.getId())) onOpen(item.getItemData())
      else if (item.isExpanded()) item.collapse()
      else item.expand()
    },
    scrollToItem: (item) => scrollTo(item.getItemMeta().index),
    indent,
    canReorder: true,
    reorderAreaPercentage: 0.28,
    canDrag: (items) => items.every(mayChange),
    // Any page may become one with pages below it.
    canDrop: (_items, { item }) =>
      item.getId() === rootId ? !isGuest : isPage(item.getId()) && mayChange(item),
    onDrop: async ([item], target) => {
      if (item === undefined) return
      const drop = readDrop(target)
      if (drop.parentId !== null) target.item.expand()
      await actions.move(item.getId(), drop)
    },
    canRename: mayChange,
    onRename: (item, title) => void actions.rename(item.getItemData(), title),
    hotkeys: {
      expandOrDown: { hotkey: document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight' },
      collapseOrUp: { hotkey: document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft' },
      // Those of `useTreeKeys` also load the end of a list.
      focusFirstItem: { hotkey: 'Home', isEnabled: () => false },
      focusLastItem: { hotkey: 'End', isEnabled: () => false },
      customOpen: {
        hotkey: 'Enter',
        isEnabled: (tree) => !tree.getState().dnd && !tree.isRenamingItem(),
        preventDefault: true,
        handler: (_event, tree) => tree.getFocusedItem().primaryAction(),
      },
      customTrash: {
        hotkey: 'Delete',
        isEnabled: (tree) =>
          !tree.getState().dnd && !tree.isRenamingItem() && mayChange(tree.getFocusedItem()),
        handler: (_event, tree) => onTrash(tree.getFocusedItem().getItemData()),
      },
    },
  })
  useEffect(() => tree.rebuildTree(), [tree, data.lists])
  const expand = useCallback(
    (pageIds: readonly string[]) => {
      const { expandedItems } = tree.getState()
      if (pageIds.every((id) => expandedItems.includes(id))) return
      setExpandedItems((old) => [...old, ...pageIds])
    },
    [tree, setExpandedItems],
  )
  return { tree, data, expand }
}

export function titleOf({ title }: Pick<TreePage, 'title'>): string {
  return displayTitle(title)
}
