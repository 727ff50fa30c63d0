import type { Editor } from '@tiptap/core'
import type { EditorView } from '@tiptap/pm/view'
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

/** Browsers tell of a moved cursor a moment later, and ProseMirror sets its own when it draws before that. */
function readSelection(view: EditorView): void {
  // SAFETY: ProseMirror declares its observer as internal; its own handlers call `flush` for the same purpose.
  const { domObserver } = view as EditorView & { domObserver: { flush: () => void } }
  domObserver.flush()
}

/** The document of an editor, for the steps of others. */
export function liveTarget(editor: Editor): LiveTarget {
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
    readSelection: () => {
      if (!editor.view.composing) readSelection(editor.view)
    },
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
