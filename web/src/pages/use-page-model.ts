import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { isBoard } from '../../../content/board.ts'
import type { PageDocument } from '../../../content/document.ts'
import type { BodyHandle } from '../lib/page-body.ts'
import type { OpenedPage } from '../lib/page-query.ts'
import type { PageState } from './saving/page-state.ts'
import type { SaveStatus } from './saving/save-status.ts'
import type { Saver } from './saving/saver.ts'
import { useSaver } from './use-saver.ts'

export type PageKind = 'TEXT' | 'KANBAN'
type Head = { title: string; icon: string | null }

export type PageModel = Head & {
  kind: PageKind
  /** For a body that is about to be shown. */
  content: PageDocument
  read: () => PageState
  body: (handle: BodyHandle | null) => void
  /** To be told when the body can be written. */
  bodyIsReady: () => void
  focusBody: () => void
  saver: Saver
  status: SaveStatus
  updated: { at: string; by: string }
  changed: () => void
  rename: (title: string) => void
  setIcon: (icon: string | null) => void
  replaceContent: (content: PageDocument) => void
}

/** An open page: what the person sees of it, and how that gets to the server and back. */
export function usePageModel(workspaceId: string, page: OpenedPage): PageModel {
  const handle = useRef<BodyHandle | null>(null)
  /** Whether the person went on into the text before it could be written. */
  const isWanted = useRef(false)
  const isReady = useRef(false)
  const [content, setContent] = useState(page.content)
  const contentNow = useRef(content)
  const [head, setHead] = useState<Head>({ title: page.title, icon: page.icon })
  const headNow = useRef(head)
  const read = useCallback(
    (): PageState => ({
      ...headNow.current,
      content: handle.current?.read() ?? contentNow.current,
    }),
    [],
  )
  const show = useCallback(({ title, icon, content: shown }: PageState) => {
    headNow.current = { title, icon }
    setHead(headNow.current)
    const next = kindOf(shown)
    if (kindOf(contentNow.current) === next) handle.current?.show(shown)
    else handle.current = null
    contentNow.current = shown
    setContent(shown)
  }, [])
  const saver = useSaver(workspaceId, page, { read, show })
  const status = useSyncExternalStore(
    useCallback((listener: () => void) => saver.subscribe(listener), [saver]),
    () => saver.status,
  )
  const change = (next: Partial<Head>) => {
    headNow.current = { ...headNow.current, ...next }
    setHead(headNow.current)
    saver.changed()
  }
  return {
    ...head,
    kind: kindOf(content),
    content,
    read,
    // A body that goes leaves its handle behind: what it held is still to be saved.
    body: useCallback((next: BodyHandle | null) => {
      if (next !== null) handle.current = next
    }, []),
    bodyIsReady: useCallback(() => {
      isReady.current = true
      if (isWanted.current) handle.current?.focus()
      isWanted.current = false
    }, []),
    focusBody: () => {
      if (isReady.current) handle.current?.focus()
      else isWanted.current = true
    },
    saver,
    status,
    updated: {
      at: saver.base.updatedAt,
      by: `${saver.base.updatedBy.firstName} ${saver.base.updatedBy.lastName}`.trim(),
    },
    changed: useCallback(() => saver.changed(), [saver]),
    rename: (title) => change({ title }),
    setIcon: (icon) => change({ icon }),
    replaceContent: (next) => {
      show({ ...headNow.current, content: next })
      saver.changed()
    },
  }
}

export function kindOf(document: PageDocument): PageKind {
  return isBoard(document) ? 'KANBAN' : 'TEXT'
}
