import type { Editor } from '@tiptap/core'
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react'
import type { ToolsProps } from './editor-tools.tsx'
import { PendingKeys } from './pending-keys.ts'

/** Any of them, in the page, and the tools may be needed soon. */
const signs = ['pointermove', 'pointerdown', 'focusin'] as const

/** The tools of an editor, which are loaded when a person comes to the page, and the keys that wait for them. */
export function useTools() {
  const [Tools, setTools] = useState<ComponentType<ToolsProps>>()
  const pendingKeys = useMemo(() => new PendingKeys(), [])
  const onReady = useCallback(() => pendingKeys.release(), [pendingKeys])
  return { Tools, setTools, pendingKeys, onReady }
}

export function useLoadedTools(
  editor: Editor,
  isWanted: boolean,
  { setTools, pendingKeys }: Pick<ReturnType<typeof useTools>, 'setTools' | 'pendingKeys'>,
): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const page = editor.view.dom.closest('.page-article') ?? document.body
    const left = new AbortController()
    const load = async () => {
      stop()
      try {
        const { EditorTools } = await import('./editor-tools.tsx')
        if (!left.signal.aborted) setTools(() => EditorTools)
      } catch {
        // Offline, or an older build: the next sign tries again.
        pendingKeys.drop()
        if (!left.signal.aborted) listen()
      }
    }
    const listen = () => signs.forEach((sign) => page.addEventListener(sign, start))
    const stop = () => signs.forEach((sign) => page.removeEventListener(sign, start))
    const start = () => void load()
    if (page.contains(document.activeElement)) start()
    else listen()
    return () => {
      left.abort()
      stop()
    }
  }, [editor, isWanted, setTools, pendingKeys])
}

/** Whether a menu is open at the cursor, which has the keys first. */
export function isSuggesting({ dom }: { dom: HTMLElement }): boolean {
  return dom.querySelector('.suggestion') !== null
}
