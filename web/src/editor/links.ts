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
      const target = event.target instanceof Element ? event.target : null
      const anchor = target?.closest<HTMLElement>('a[href], [data-href]')
      const href = anchor?.getAttribute('href') ?? anchor?.dataset['href']
      if (anchor === null || anchor === undefined || href === undefined) return
      const oneClick = '.page-chip, .file-chip, .foreign-image, .page-embed-content a'
      const isOneClick = !isEditable || anchor.matches(oneClick)
      if (anchor.closest('.editor-toolbar') !== null) return
      if (!isOneClick && !event.ctrlKey && !event.metaKey) return
      if (href.startsWith('#')) return
      event.preventDefault()
      // A link that would have run something leads nowhere, and a person has no screen.
      if (href === '' || href.startsWith('/members/')) return
      const to = reachable(href)
      const isScreen = href.startsWith('/pages/') || /^\/(?:tags|today)\?/.test(href)
      const opensTab = (event.ctrlKey || event.metaKey) && anchor.dataset['href'] === undefined
      if (isScreen && !opensTab) void navigate(to)
      else window.open(to, '_blank', 'noopener,noreferrer')
    },
    [navigate, isEditable],
  )
}
