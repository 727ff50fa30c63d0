import type { Extensions } from '@tiptap/core'
import { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import type { EditorProps } from '@tiptap/pm/view'
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { PageDocument } from '../../../content/document.ts'
import { fromElsewhere, type PageBodyProps } from '../lib/page-body.ts'
import { applyDocument } from './apply-document.ts'
import { fillEditor } from './fill-editor.ts'
import { fromJson } from './json.ts'
import { useLiveTarget } from './live-target.ts'

type Given = Pick<
  PageBodyProps,
  'content' | 'isEditable' | 'changed' | 'ref' | 'onReady' | 'attachEditor'
> & {
  extensions: Extensions
  find: () => void
  editorProps: EditorProps
}

/** The editor of a page, made once from what it is first given, and whether the whole page is in it yet. */
export function usePageEditor(given: Given): { editor: Editor; isFilled: boolean } {
  const { content, isEditable, changed, ref, onReady, attachEditor, extensions, editorProps } =
    given
  const { find } = given
  // What the page is, for as long as it is not in the editor.
  const waiting = useRef<PageDocument | undefined>(content)
  const [isFilled, setFilled] = useState(false)
  // Tiptap's own hook makes the editor twice where a page takes long to show.
  const [editor] = useState(
    () =>
      new Editor({
        extensions,
        editable: isEditable,
        editorProps,
        onUpdate: ({ transaction }) => {
          if (transaction.getMeta(fromElsewhere) === undefined) changed()
        },
      }),
  )
  useLiveTarget(editor, isFilled, attachEditor)
  // Before its view is taken apart piece by piece; what it held may still be asked for.
  useLayoutEffect(
    () => () => {
      waiting.current ??= fromJson(editor.getJSON())
      editor.destroy()
    },
    [editor],
  )
  const filled = useCallback(
    (document: PageDocument) => {
      const later = waiting.current
      waiting.current = undefined
      if (later !== undefined && later !== document) applyDocument(editor, later)
      setFilled(true)
      onReady?.()
    },
    [editor, onReady],
  )
  useEffect(() => {
    const document = waiting.current
    if (document === undefined) return undefined
    return fillEditor(editor, document, () => filled(document))
  }, [editor, filled])
  useImperativeHandle(
    ref,
    () => ({
      read: () => waiting.current ?? fromJson(editor.getJSON()),
      show: (document) => {
        if (waiting.current === undefined) applyDocument(editor, document)
        else waiting.current = document
      },
      focus: (position = 0) => focusAt(editor, position),
      find,
    }),
    [editor, find],
  )
  return { editor, isFilled }
}

/** At once: Tiptap's own command waits for a frame, and loses what is typed meanwhile. */
function focusAt({ state, view }: Editor, position: number): void {
  const target = state.doc.resolve(Math.min(position, state.doc.content.size))
  view.dispatch(state.tr.setSelection(Selection.near(target)).scrollIntoView())
  view.focus()
}
