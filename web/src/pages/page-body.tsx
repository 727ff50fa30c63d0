import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react'
import type { PageBodyProps } from '../lib/page-body.ts'
import { PageText } from '../ui/page-text.tsx'
import { usePage } from './page-context.ts'
import type { PageKind } from './use-page-model.ts'

/** What a page of each kind is written with. */
export type Bodies = Readonly<Record<PageKind, ComponentType<PageBodyProps>>>

type Props = { bodies: Bodies } & Pick<PageBodyProps, 'onComment'>

/** The page to read at once, and in its place, as soon as it has come, what it is written with. */
export function PageBody({ bodies, onComment }: Props) {
  const { workspaceId, page, model, isEditable } = usePage()
  const { kind, changed, read } = model
  const shown = model.content
  const [start, setStart] = useState({ isEditable, shown, content: shown })
  // The body for reading starts with what was written in the one before it.
  if (start.isEditable !== isEditable || start.shown !== shown) {
    setStart({ isEditable, shown, content: read().content })
  }
  const { content } = start
  const { attach, attachEditor, onReady: notifyModel } = model.body
  const Body = bodies[kind]
  const [isReady, setReady] = useState(false)
  const onReady = useCallback(() => setReady(true), [])
  useEffect(() => {
    if (isReady) notifyModel()
  }, [isReady, notifyModel])
  return (
    <>
      {!isReady && <PageText content={content} />}
      <Suspense>
        <Body
          key={`${kind} ${isEditable}`}
          {...{ workspaceId, content, isEditable, changed, attachEditor, onComment, onReady }}
          pageId={page.id}
          ref={attach}
        />
      </Suspense>
    </>
  )
}
