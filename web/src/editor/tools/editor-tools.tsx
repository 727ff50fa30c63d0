import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import type { Quote } from '../../lib/page-body.ts'
import { BlockHandle } from '../blocks/block-handle.tsx'
import { ImageMenu } from '../menus/image-menu.tsx'
import { TableMenu } from '../menus/table-menu.tsx'
import { TextMenu } from '../menus/text-menu.tsx'
import { TableHandles } from '../tables/table-handles.tsx'

export type ToolsProps = {
  editor: Editor
  workspaceId: string
  pageId: string
  /** The selection whose link is being changed. */
  linkingAt: string | undefined
  setLinkingAt: (range: string | undefined) => void
  onComment?: ((quote: Quote) => void) | undefined
  /** Called when all of them take keys. */
  onReady: () => void
}

/** The menus and handles around the text of a page. */
export function EditorTools(props: ToolsProps) {
  const { editor, workspaceId, pageId, linkingAt, setLinkingAt, onComment, onReady } = props
  // After the effects of the tools, which install their keys.
  useEffect(onReady, [onReady])
  return (
    <>
      <TextMenu {...{ editor, linkingAt, setLinkingAt, onComment }} />
      <TableMenu editor={editor} />
      <ImageMenu editor={editor} />
      <BlockHandle {...{ editor, workspaceId, pageId, onComment }} />
      <TableHandles editor={editor} />
    </>
  )
}
