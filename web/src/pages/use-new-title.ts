import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import { isNewPage } from '../lib/new-page.ts'
import { t } from './messages.ts'

/** A page that was just made begins with its title; coming back to it does not. */
export function useNewTitle(field: RefObject<HTMLTextAreaElement | null>): void {
  const { state } = useLocation()
  const isNew = isNewPage(state)
  useEffect(() => {
    if (!isNew || field.current === null) return
    const { value } = field.current
    field.current.focus()
    field.current.setSelectionRange(value === t.untitled ? 0 : value.length, value.length)
    history.replaceState({ ...history.state, usr: null }, '')
  }, [isNew, field])
}
