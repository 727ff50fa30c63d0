import type { Editor } from '@tiptap/core'
import { useLayoutEffect } from 'react'
import type { LiveTarget, PageBodyProps } from '../lib/page-body.ts'

/** Gives the editor to whoever keeps it live, from when it holds the whole text until before it goes. */
export function useLiveTarget(
  editor: Editor,
  isFilled: boolean,
  attach: PageBodyProps['attachEditor'],
): void {
  useLayoutEffect(
    () => (isFilled ? attach?.(liveTarget(editor)) : undefined),
    [editor, isFilled, attach],
  )
}

/** The document of an editor, for the steps of others. */
function liveTarget(editor: Editor): LiveTarget {
  return {
    get state() {
      return editor.state
    },
    get isComposing() {
      return editor.view.composing
    },
    get isFocused() {
      return editor.isFocused
    },
    dispatch: (transaction) => editor.view.dispatch(transaction),
    install: (plugins) => {
      for (const plugin of plugins) editor.registerPlugin(plugin)
      return () => {
        if (editor.isDestroyed) return
        const left = editor.state.plugins.filter((plugin) => !plugins.includes(plugin))
        editor.view.updateState(editor.state.reconfigure({ plugins: left }))
      }
    },
  }
}
