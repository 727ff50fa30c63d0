import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Quote } from '../lib/page-body.ts'

/** A panel beside a page, with its comments or its links. One is open at a time. */
export type SidePanel = {
  name: 'comments' | 'links'
  /** A button of the bar above the page. */
  Button: ComponentType<SidePanelProps>
  /** An entry of the menu of the page, where the bar has no room for the button. */
  Item?: ComponentType<SidePanelProps>
  Panel: ComponentType<SidePanelProps>
}

export type SidePanelProps = {
  workspaceId: string
  pageId: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** The text that the person wants to comment on. */
  quote: Quote | undefined
  setQuote: (quote: Quote | undefined) => void
}

type SidePanels = {
  openName: SidePanel['name'] | undefined
  propsOf: (name: SidePanel['name']) => SidePanelProps
  comment: (quote: Quote) => void
}

/** Which panel is open, and the text to comment on. A link to a comment opens the comments. */
export function useSidePanels(page: { workspaceId: string; pageId: string }): SidePanels {
  const [openName, setOpenName] = useState<SidePanel['name']>()
  const [quote, setQuote] = useState<Quote>()
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash.startsWith('#comment-')) setOpenName('comments')
  }, [hash, key])
  return {
    openName,
    propsOf: (name) => ({
      ...page,
      isOpen: openName === name,
      setOpen: (isOpen) => setOpenName(isOpen ? name : undefined),
      quote,
      setQuote,
    }),
    comment: (quote) => {
      setQuote(quote)
      setOpenName('comments')
    },
  }
}
