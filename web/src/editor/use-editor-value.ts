import type { Editor } from '@tiptap/core'
import { useCallback, useRef, useSyncExternalStore } from 'react'

type Fields = Readonly<Record<string, unknown>>

/**
 * What `read` finds in the editor, read again after each transaction. The component renders when a field has
 * changed. Tiptap has a hook for this too, whose comparison of whole trees weighs 8 KB.
 */
export function useEditorValue<Value extends Fields | null>(
  editor: Editor,
  read: (editor: Editor) => Value,
): Value {
  const last = useRef<Value>(undefined)
  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on('transaction', changed)
      return () => {
        editor.off('transaction', changed)
      }
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => {
    const value = read(editor)
    if (last.current !== undefined && areSame(last.current, value)) return last.current
    last.current = value
    return value
  })
}

function areSame(one: Fields | null, other: Fields | null): boolean {
  if (one === null || other === null) return one === other
  return Object.entries(one).every(([name, value]) => Object.is(value, other[name]))
}
