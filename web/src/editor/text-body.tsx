import type { EditorProps } from '@tiptap/pm/view'
import { EditorContent } from '@tiptap/react'
import {
  type ComponentProps,
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { PageBodyProps } from '../lib/page-body.ts'
import { readOnlyHost } from './editor-host.ts'
import { EditorTail } from './editor-tail.tsx'
import { slotsOf } from './embeds/slots.ts'
import { editorExtensions } from './extensions.ts'
import { linkRequests, pageRequests } from './insert/page-requests.ts'
import { useLinks } from './links.ts'
import { useAnchor } from './links/use-anchor.ts'
import { useLinkPreview } from './links/use-link-preview.ts'
import { focusToolbar, rangeOf } from './menus/toolbar-focus.ts'
import { t } from './messages.ts'
import '../ui/page-content.css'
import './editor.css'
import './nodes/blocks.css'
import './links/links.css'
import './live.css'
import type { PendingKeys } from './tools/pending-keys.ts'
import { isSuggesting, useLoadedTools, useTools } from './tools/use-tools.ts'
import { usePageEditor } from './use-page-editor.ts'

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
  const tools = useTools()
  const { Tools, pendingKeys } = tools
  const [isFinding, setFinding] = useState(false)
  const find = useCallback(() => setFinding(true), [])
  const extensions = useMemo(() => {
    const host = isEditable
      ? pageRequests({ workspaceId, pageId })
      : { ...readOnlyHost, ...linkRequests({ workspaceId, pageId }), workspaceId }
    return editorExtensions(host, t.placeholder)
  }, [workspaceId, pageId, isEditable])
  const editorProps = useEditorProps({ isEditable, find, pendingKeys, setLinkingAt })
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
  useLoadedTools(editor, isEditable && isFilled, tools)
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
      {isFilled && <Embeds {...{ editor, workspaceId, pageId }} />}
      {preview !== undefined && (
        <Suspense>
          <LinkPreview key={preview.href} {...preview} workspaceId={workspaceId} />
        </Suspense>
      )}
      {isEditable && isFilled && (
        <>
          <EditorTail editor={editor} />
          {Tools !== undefined && (
            <Tools
              {...{ editor, workspaceId, pageId, linkingAt, setLinkingAt, onComment }}
              onReady={tools.onReady}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Loads what draws embedded pages once the text has one. */
function Embeds(props: ComponentProps<typeof PageEmbeds>) {
  const { subscribe, list } = slotsOf(props.editor)
  const isEmpty = useSyncExternalStore(subscribe, list).length === 0
  if (isEmpty) return null
  return (
    <Suspense>
      <PageEmbeds {...props} />
    </Suspense>
  )
}

type PropsInput = {
  isEditable: boolean
  find: () => void
  pendingKeys: PendingKeys
  setLinkingAt: (range: string) => void
}

/** How the text is named, and the keys that open what is around it. */
function useEditorProps(input: PropsInput): EditorProps {
  const { isEditable, find, pendingKeys, setLinkingAt } = input
  return useMemo<EditorProps>(
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
        if (isEditable && !isSuggesting(view) && pendingKeys.hold(event)) return true
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
    [isEditable, find, pendingKeys, setLinkingAt],
  )
}

function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'f'
}
