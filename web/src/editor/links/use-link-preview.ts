import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { pageAddressOf } from '../../../../content/links/address.ts'
import { linkBase } from '../../lib/access/share-link.ts'

export type Preview = { href: string; pageId: string; link: HTMLElement; close: () => void }

/** Long enough for the mouse to pass over a link. */
const waitMs = 450

type Events = {
  onPointerOver: (event: PointerEvent) => void
  onPointerLeave: () => void
  onPointerDown: () => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
  onKeyDownCapture: (event: KeyboardEvent) => void
  onKeyUp: (event: KeyboardEvent) => void
}

/** The link to a page that the mouse rests on, or that has the keyboard focus. None on touch, and none for visitors. */
export function useLinkPreview(): Events & { preview: Preview | undefined } {
  const [preview, setPreview] = useState<Preview>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<Element>(undefined)
  const close = useCallback(() => {
    clearTimeout(timer.current)
    pending.current = undefined
    setPreview(undefined)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const events = useMemo<Events>(() => {
    const wait = (element: Element | null | undefined) => {
      const link = element?.closest<HTMLElement>('a[href]') ?? undefined
      if (link === pending.current) return
      close()
      const href = link?.getAttribute('href') ?? ''
      const pageId = pageAddressOf(href)?.pageId
      if (link === undefined || pageId === undefined || linkBase !== '') return
      pending.current = link
      timer.current = setTimeout(() => setPreview({ href, pageId, link, close }), waitMs)
    }
    return {
      onPointerOver: ({ pointerType, target }) => {
        if (pointerType === 'mouse' && target instanceof Element) wait(target)
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: ({ target }) => {
        if (target.matches('a[href]:focus-visible')) wait(target)
      },
      onBlur: close,
      onKeyDownCapture: ({ key, currentTarget }) => {
        const isOpen = currentTarget.querySelector('[data-link-preview]') !== null
        if (key === 'Escape' || isOpen) close()
      },
      // In a page that is written, arrow keys select a mention.
      onKeyUp: ({ key, currentTarget }) => {
        if (!key.startsWith('Arrow')) return
        wait(currentTarget.querySelector('.page-chip.ProseMirror-selectednode'))
      },
    }
  }, [close])
  return { ...events, preview }
}
