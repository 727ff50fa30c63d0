import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Goes to the place in the page that the address names, when the page is there and whenever a link leads there. */
export function useAnchor(editor: Editor, isFilled: boolean): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (!isFilled || hash.length < 2) return undefined
    let isOver = false
    import('./go-to-anchor.ts').then(
      ({ goToAnchor }) => {
        if (!isOver && !editor.isDestroyed) goToAnchor(editor, hash)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [editor, isFilled, hash, key])
}
