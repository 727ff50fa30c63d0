import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { cursorOf, isNewPage } from '../lib/new-page.ts'
import { t } from './messages.ts'

/**
 * A page that was just made begins with its title, or where its template has the cursor; coming back to it does not.
 */
export function useNewTitle(
  field: RefObject<HTMLTextAreaElement | null>,
  focusBody: (position?: number) => void,
): void {
  const { state } = useLocation()
  const isNew = isNewPage(state)
  const cursor = cursorOf(state)
  const isDone = useRef(false)
  useEffect(() => {
    if (!isNew || field.current === null || isDone.current) return
    isDone.current = true
    const { value } = field.current
    if (cursor === undefined) {
      field.current.focus()
      field.current.setSelectionRange(value === t.untitled ? 0 : value.length, value.length)
    } else focusBody(cursor)
    history.replaceState({ ...history.state, usr: null }, '')
  }, [isNew, cursor, field, focusBody])
}
