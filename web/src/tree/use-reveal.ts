import type { TreeInstance } from '@headless-tree/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { client } from '../lib/client.ts'
import { type OpenedPage, pageQuery } from '../lib/page-query.ts'
import { loadUntil, type TreePage } from './children.ts'

export type Reveal = {
  /** The page that is open. */
  pageId: string | null
  /** Whether what stands above the tree has its height. */
  isReady: boolean
  /** The page that was opened from the lists above the tree: they are not scrolled away. */
  chosen: RefObject<string | null>
}

type Options = Reveal & {
  workspaceId: string
  tree: TreeInstance<TreePage>
  expand: (pageIds: readonly string[]) => void
  show: (index: number) => void
  scroller: RefObject<HTMLElement | null>
}

/** By these a person takes the scrolling over. */
const touches = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const ancestorsOf = ({ breadcrumb }: OpenedPage) => breadcrumb.map(({ id }) => id)

/**
 * Opens what the open page is in and scrolls to its row, once for each time that a page is opened:
 * what a person closes afterwards stays closed.
 */
export function useReveal(options: Options): void {
  const { workspaceId, pageId, isReady, chosen, tree, expand, show, scroller } = options
  const queries = useQueryClient()
  // The page's screen asks for it; here is only read what came.
  const { data: ancestors } = useQuery({
    ...pageQuery(workspaceId, pageId ?? ''),
    enabled: false,
    select: ancestorsOf,
  })
  const revealed = useRef<string | null>(null)
  const isFollowing = useRef(false)

  useEffect(() => {
    if (pageId === null) revealed.current = null
    if (pageId === null || ancestors === undefined || revealed.current === pageId) return
    if (ancestors.length > 0) expand(ancestors)
    const path = [null, ...ancestors]
    for (const [index, parentId] of path.entries()) {
      // A list that does not load says so in the tree.
      loadUntil(client, queries, { workspaceId, parentId }, path[index + 1] ?? pageId).catch(
        () => undefined,
      )
    }
  }, [queries, workspaceId, pageId, ancestors, expand])

  const items = tree.getItems()
  useEffect(() => {
    if (pageId === null || !isReady || revealed.current === pageId) return
    const { index } = tree.getItemInstance(pageId).getItemMeta()
    if (index < 0) return
    revealed.current = pageId
    isFollowing.current = chosen.current !== pageId
    if (isFollowing.current) show(index)
    chosen.current = null
  }, [tree, items, pageId, isReady, chosen, show])

  // Lists above the row load and push it down. After each drawing, as the list may not have its height at the first.
  useEffect(() => {
    if (pageId === null || !isFollowing.current) return
    const { index } = tree.getItemInstance(pageId).getItemMeta()
    if (index >= 0) show(index)
  })
  useEffect(() => {
    const element = scroller.current
    const letGo = () => {
      isFollowing.current = false
    }
    for (const touch of touches) element?.addEventListener(touch, letGo, { passive: true })
    return () => {
      for (const touch of touches) element?.removeEventListener(touch, letGo)
    }
  }, [scroller])
}
