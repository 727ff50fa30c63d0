import { type MouseEvent, useCallback } from 'react'
import { reachable } from '../lib/access/share-link.ts'

/**
 * Follows links inside the app without loading it anew, and others in a new tab. While a page is
 * written, a plain click on a link only sets the cursor.
 */
export function useLinks(
  navigate: (to: string) => unknown,
  isEditable: boolean,
): (event: MouseEvent) => void {
  return useCallback(
    (event) => {
      const anchor = event.target instanceof Element ? event.target.closest('a[href]') : null
      const href = anchor?.getAttribute('href')
      if (anchor === null || href === null || href === undefined) return
      const isOneClick = !isEditable || anchor.matches('.page-chip, .file-chip, .foreign-image')
      if (anchor.closest('.editor-toolbar') !== null) return
      if (!isOneClick && !event.ctrlKey && !event.metaKey) return
      if (href.startsWith('#')) return
      event.preventDefault()
      // A link that would have run something leads nowhere, and a person has no screen.
      if (href === '' || href.startsWith('/members/')) return
      const to = reachable(href)
      if (href.startsWith('/pages/') && !event.ctrlKey && !event.metaKey) void navigate(to)
      else window.open(to, '_blank', 'noopener,noreferrer')
    },
    [navigate, isEditable],
  )
}
