import type { Editor } from '@tiptap/core'
import type { EditorProps } from '@tiptap/pm/view'
import { EditorContent } from '@tiptap/react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { PageBodyProps } from '../lib/page-body.ts'
import { readOnlyHost } from './editor-host.ts'
import { editorExtensions } from './extensions.ts'
import { linkRequests, pageRequests } from './insert/page-requests.ts'
import { useLinks } from './links.ts'
import { useAnchor } from './links/use-anchor.ts'
import { useLinkPreview } from './links/use-link-preview.ts'
import { ImageMenu } from './menus/image-menu.tsx'
import { TableMenu } from './menus/table-menu.tsx'
import { rangeOf, TextMenu } from './menus/text-menu.tsx'
import { focusToolbar } from './menus/toolbar.tsx'
import { t } from './messages.ts'
import '../ui/page-content.css'
import './editor.css'
import './nodes/blocks.css'
import './links/links.css'
import './live.css'
import { usePageEditor } from './use-page-editor.ts'

const BlockHandle = lazy(async () => ({
  default: (await import('./blocks/block-handle.tsx')).BlockHandle,
}))

const TableHandles = lazy(async () => ({
  default: (await import('./tables/table-handles.tsx')).TableHandles,
}))
const LinkPreview = lazy(async () => ({
  default: (await import('./links/link-preview.tsx')).LinkPreview,
}))
const PageEmbeds = lazy(async () => ({
  default: (await import('./embeds/page-embeds.tsx')).PageEmbeds,
}))
const FindBar = lazy(async () => ({ default: (await import('./find/find-bar.tsx')).FindBar }))

/** The text of a page, to read or to write. */
export function TextBody(props: PageBodyProps) {
  const {
    workspaceId,
    pageId,
    content,
    isEditable,
    changed,
    ref,
    onReady,
    attachEditor,
    onComment,
  } = props
  const [linkingAt, setLinkingAt] = useState<string>()
  const [isFinding, setFinding] = useState(false)
  const find = useCallback(() => setFinding(true), [])
  const extensions = useMemo(() => {
    const host = isEditable
      ? pageRequests({ workspaceId, pageId })
      : { ...readOnlyHost, ...linkRequests({ workspaceId, pageId }), workspaceId }
    return editorExtensions(host, t.placeholder)
  }, [workspaceId, pageId, isEditable])
  const editorProps = useMemo<EditorProps>(
    () => ({
      attributes: {
        class: 'page-content',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t.pageText,
        dir: 'auto',
        ...(isEditable ? {} : { 'aria-readonly': 'true' }),
      },
      handleKeyDown: (view, event) => {
        if (event.altKey && event.key === 'F10') return focusToolbar()
        if (isFindKey(event)) {
          find()
          return true
        }
        if (event.key.toLowerCase() !== 'k' || !event.shiftKey) return false
        if (!event.ctrlKey && !event.metaKey) return false
        // At once: what is typed next is the address, and would replace the selected text.
        if (!view.state.selection.empty) view.dispatch(view.state.tr.setMeta('textMenu', 'show'))
        flushSync(() => setLinkingAt(rangeOf(view.state)))
        return true
      },
    }),
    [isEditable, find],
  )
  const { editor, isFilled } = usePageEditor({
    content,
    isEditable,
    changed,
    ref,
    onReady,
    attachEditor,
    extensions,
    editorProps,
    find,
  })
  const onClick = useLinks(useNavigate(), isEditable)
  useAnchor(editor, isFilled)
  const { preview, ...previewEvents } = useLinkPreview()
  return (
    <div className="editor" hidden={!isFilled} onClickCapture={onClick} {...previewEvents}>
      {isFinding && (
        <Suspense>
          <FindBar {...{ editor, isEditable }} close={() => setFinding(false)} />
        </Suspense>
      )}
      <EditorContent editor={editor} />
      {isFilled && (
        <Suspense>
          <PageEmbeds {...{ editor, workspaceId, pageId }} />
        </Suspense>
      )}
      {preview !== undefined && (
        <Suspense>
          <LinkPreview key={preview.href} {...preview} workspaceId={workspaceId} />
        </Suspense>
      )}
      {isEditable && isFilled && (
        <>
          <div
            className="editor-tail"
            aria-hidden
            onMouseDown={(event) => {
              event.preventDefault()
              focusEnd(editor)
            }}
          />
          <TextMenu {...{ editor, linkingAt, setLinkingAt, onComment }} />
          <TableMenu editor={editor} />
          <ImageMenu editor={editor} />
          <Suspense>
            <BlockHandle {...{ editor, workspaceId, pageId, onComment }} />
            <TableHandles editor={editor} />
          </Suspense>
        </>
      )}
    </div>
  )
}

function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'f'
}

/** A click below the text goes on writing there. */
function focusEnd(editor: Editor): void {
  const { doc } = editor.state
  const last = doc.lastChild
  if (last?.type.name === 'paragraph' && last.content.size === 0) editor.commands.focus('end')
  else editor.chain().insertContentAt(doc.content.size, { type: 'paragraph' }).focus('end').run()
}
