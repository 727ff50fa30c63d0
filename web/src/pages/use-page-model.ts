import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { isBoard } from '../../../content/board.ts'
import type { PageDocument } from '../../../content/document.ts'
import { pickFields, type PageFields } from '../../../server/lib/page-fields.ts'
import type { BodyHandle, LiveTarget } from '../lib/page-body.ts'
import type { OpenedPage } from '../lib/page-query.ts'
import type { PageState } from './saving/page-state.ts'
import type { PageSync } from './saving/page-sync.ts'
import type { SaveStatus } from './saving/save-status.ts'
import { useSaver } from './use-saver.ts'

export type PageKind = 'TEXT' | 'KANBAN'

export type PageModel = {
  fields: PageFields
  kind: PageKind
  /** For a body that is about to be shown. */
  content: PageDocument
  read: () => PageState
  /** What the content is written with. */
  body: {
    attach: (handle: BodyHandle | null) => void
    attachEditor: (editor: LiveTarget) => () => void
    /** To be called when it can be written. */
    onReady: () => void
    /** At once, or as soon as it can be written. */
    focus: (position?: number) => void
    /** Finds a text in it. */
    find: () => void
  }
  saver: PageSync
  status: SaveStatus
  updated: { at: string; by: string }
  changed: () => void
  change: (fields: Partial<PageFields>) => void
  replaceContent: (content: PageDocument) => void
}

/** An open page: what the person sees of it, and how that gets to the server and back. */
export function usePageModel(workspaceId: string, page: OpenedPage): PageModel {
  const handle = useRef<BodyHandle | null>(null)
  /** Where the person went on into the text before it could be written. */
  const pendingFocus = useRef<{ position?: number | undefined }>(undefined)
  const isReady = useRef(false)
  const [content, setContent] = useState(page.content)
  const contentNow = useRef(content)
  const [fields, setFields] = useState(() => pickFields(page))
  const fieldsNow = useRef(fields)
  const read = useCallback(
    (): PageState => ({
      ...fieldsNow.current,
      content: handle.current?.read() ?? contentNow.current,
    }),
    [],
  )
  const show = useCallback(({ content: shown, ...state }: PageState) => {
    fieldsNow.current = pickFields(state)
    setFields(fieldsNow.current)
    const next = kindOf(shown)
    if (kindOf(contentNow.current) === next) handle.current?.show(shown)
    else handle.current = null
    contentNow.current = shown
    setContent(shown)
  }, [])
  const readFields = useCallback(() => fieldsNow.current, [])
  const saver = useSaver(workspaceId, page, { read, readFields, show })
  const subscribe = useCallback((listener: () => void) => saver.subscribe(listener), [saver])
  const status = useSyncExternalStore(subscribe, () => saver.status)
  const { updatedAt, updatedBy } = useSyncExternalStore(subscribe, () => saver.updated)
  // A body that goes leaves its handle behind: what it held is still to be saved.
  const attach = useCallback((next: BodyHandle | null) => {
    if (next !== null) handle.current = next
  }, [])
  const attachEditor = useCallback((editor: LiveTarget) => saver.attach(editor), [saver])
  const onReady = useCallback(() => {
    isReady.current = true
    if (pendingFocus.current) handle.current?.focus(pendingFocus.current.position)
    pendingFocus.current = undefined
  }, [])
  const focus = useCallback((position?: number) => {
    if (isReady.current) handle.current?.focus(position)
    else pendingFocus.current = { position }
  }, [])
  return {
    fields,
    kind: kindOf(content),
    content,
    read,
    body: { attach, attachEditor, onReady, focus, find: () => handle.current?.find?.() },
    saver,
    status,
    updated: {
      at: updatedAt,
      by: `${updatedBy.firstName} ${updatedBy.lastName}`.trim(),
    },
    changed: useCallback(() => saver.changed(), [saver]),
    change: (next) => {
      fieldsNow.current = { ...fieldsNow.current, ...next }
      setFields(fieldsNow.current)
      saver.changed()
    },
    replaceContent: (next) => {
      show({ ...fieldsNow.current, content: next })
      saver.replaced()
    },
  }
}

export function kindOf(document: PageDocument): PageKind {
  return isBoard(document) ? 'KANBAN' : 'TEXT'
}
