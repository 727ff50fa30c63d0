import { type ComponentType, useState } from 'react'
import type { Quote } from '../lib/page-body.ts'

/** The panel beside a page, with its comments. */
export type SidePanel = {
  /** A button of the bar above the page. */
  Button: ComponentType<SidePanelProps>
  Panel: ComponentType<SidePanelProps>
}

export type SidePanelProps = {
  workspaceId: string
  pageId: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** The text that the person wants to comment on. */
  quote: Quote | undefined
  clearQuote: () => void
}

/** Whether the panel is open, and the text to comment on. */
export function useSidePanel(page: {
  workspaceId: string
  pageId: string
}): SidePanelProps & { comment: (quote: Quote) => void } {
  const [isOpen, setOpen] = useState(false)
  const [quote, setQuote] = useState<Quote>()
  return {
    ...page,
    isOpen,
    setOpen,
    quote,
    clearQuote: () => setQuote(undefined),
    comment: (quote) => {
      setQuote(quote)
      setOpen(true)
    },
  }
}
