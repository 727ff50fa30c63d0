import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { pageQuery } from '../page-query.ts'
import { displayTitle } from '../page-title.ts'
import { useSession } from '../session.ts'
import { useWorkspace } from '../workspace.tsx'
import { leftTexts, OpenText } from './open-text.ts'
import type { StoredText, TextDraft, Written } from './text-drafts.ts'

type Text = Pick<TextDraft, 'title' | 'address' | 'pageId'> & {
  /** Whether the title needs that of the page to be understood elsewhere. */
  isOnPage?: boolean
  /** Names what is written in across visits; undefined while nothing can be. */
  field: string | undefined
  /** Changes with each edit; undefined while the server has everything. */
  edit: string | number | undefined
  read: () => Written
  /** Shows what was written on an earlier visit. */
  restore: (written: Written) => void
}

/**
 * Stores what a person writes in this browser until the server has it, and gives it back when they return.
 * Returns what forgets it: to be called when the server has it, also if the field is gone then.
 */
export function useTextDraft(text: Text): () => void {
  const userId = useSession().user.id
  const workspaceId = useWorkspace().workspace.id
  const queries = useQueryClient()
  const { field, edit } = text
  const shown = useRef({ text, workspaceId })
  const open = useRef<OpenText>(undefined)
  const continued = useRef<StoredText>(undefined)
  useLayoutEffect(() => {
    shown.current = { text, workspaceId }
  })
  // Before an editor goes, which contains the text.
  useLayoutEffect(() => {
    if (field === undefined) return undefined
    const opened = new OpenText({
      userId,
      field,
      read: () => {
        const { address, pageId, read } = shown.current.text
        const title = titleOf(queries, shown.current)
        const about = { title, address, workspaceId, at: Date.now() }
        return { ...read(), ...about, ...(pageId !== undefined && { pageId }) }
      },
    })
    open.current = opened
    void opened.left().then((left) => {
      if (left === undefined || open.current !== opened) return
      continued.current = left
      shown.current.text.restore(left.draft)
    })
    return () => opened.close()
  }, [userId, field, workspaceId, queries])
  const isWritten = useRef(false)
  useEffect(() => {
    if (edit !== undefined) open.current?.changed()
    else if (isWritten.current) open.current?.drop()
    isWritten.current = edit !== undefined
    const left = continued.current
    if (left === undefined || edit === undefined) return
    continued.current = undefined
    void open.current?.replace(left)
  }, [edit])
  return useRef(() => open.current?.drop()).current
}

function titleOf(queries: QueryClient, { text, workspaceId }: { text: Text; workspaceId: string }) {
  const { title, pageId, isOnPage = false } = text
  if (!isOnPage || pageId === undefined) return title
  const page = queries.getQueryData(pageQuery(workspaceId, pageId).queryKey)
  return page === undefined ? title : `${displayTitle(page.title)} · ${title}`
}

/** Calls back if a text of this field was left on an earlier visit. */
export function useLeftText(field: string | undefined, found: () => void): void {
  const userId = useSession().user.id
  const latest = useRef(found)
  useLayoutEffect(() => {
    latest.current = found
  })
  useEffect(() => {
    if (field === undefined) return
    void leftTexts(userId, field).then((texts) => {
      if (texts.length > 0) latest.current()
    })
  }, [userId, field])
}
