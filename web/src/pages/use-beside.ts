import { type ComponentType, useState } from 'react'
import type { Quote } from '../lib/page-body.ts'

/** What stands beside a page and speaks about it: its comments. */
export type Beside = {
  /** A button of the bar above. */
  Button: ComponentType<BesideProps>
  Panel: ComponentType<BesideProps>
}

export type BesideProps = {
  workspaceId: string
  pageId: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** The text that the person wants to say something about. */
  quote: Quote | undefined
  forgetQuote: () => void
}

/** Whether the panel is open, and the text it is to speak about. */
export function useBeside(place: {
  workspaceId: string
  pageId: string
}): BesideProps & { comment: (quote: Quote) => void } {
  const [isOpen, setOpen] = useState(false)
  const [quote, setQuote] = useState<Quote>()
  return {
    ...place,
    isOpen,
    setOpen,
    quote,
    forgetQuote: () => setQuote(undefined),
    comment: (said) => {
      setQuote(said)
      setOpen(true)
    },
  }
}
