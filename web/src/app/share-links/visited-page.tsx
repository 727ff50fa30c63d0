import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { CommentsButton } from '../../comments/comments-button.tsx'
import { markdownOf } from '../../lib/markdown.ts'
import { type OpenedPage, pageQuery } from '../../lib/page-query.ts'
import { PeopleHere } from '../../pages/live/people-here.tsx'
import { PageBody } from '../../pages/page-body.tsx'
import { PageContext } from '../../pages/page-context.ts'
import { PageHead } from '../../pages/page-head.tsx'
import { PageNotice } from '../../pages/page-notice.tsx'
import { SaveState } from '../../pages/save-state.tsx'
import { usePageInView } from '../../pages/use-page-in-view.ts'
import { useSidePanels } from '../../pages/use-side-panel.ts'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { HeaderContent } from '../../ui/screens/header-slot.tsx'
import { PageSkeleton } from '../../ui/screens/page-skeleton.tsx'
import { useTitle } from '../../ui/screens/screen.tsx'
import { t } from '../../visitors/messages.ts'
import type { Visitor } from '../../visitors/opened-link.ts'
import { ViewBlocks } from '../page-views/view-blocks.tsx'
import { bodies } from './page-bodies.tsx'
import '../../pages/page.css'

const CommentsPanel = lazy(async () => ({
  default: (await import('../../comments/comments-panel.tsx')).CommentsPanel,
}))

const PropertiesPanel = lazy(async () => ({
  default: (await import('../../properties/properties-panel.tsx')).PropertiesPanel,
}))

/** Changes of others are fetched this often. */
const refreshEveryMs = 10_000

/** What is not saved, as Markdown; undefined when everything is. */
export type ReadUnsent = (() => Promise<string> | undefined) | undefined

type Props = { visitor: Visitor; pageId: string; keepUnsent: (read: ReadUnsent) => void }

/** A page as a visitor sees it: to read, and with the level to comment on or to edit. */
export function VisitedPage({ visitor, pageId, keepUnsent }: Props) {
  const { workspaceId, userId } = visitor
  const { data, error } = useQuery({
    ...pageQuery(workspaceId, pageId),
    refetchInterval: refreshEveryMs,
  })
  // Whoever gave no name yet only reads.
  const level = userId === null ? 'read' : visitor.level
  const page = useMemo(() => data && { ...data, level }, [data, level])
  if (page !== undefined) return <EditedPage {...{ page, visitor, keepUnsent }} />
  if (error !== null)
    return (
      <EmptyState title={t.noPage} icon={null}>
        {''}
      </EmptyState>
    )
  return (
    <div className="page-article">
      <PageSkeleton />
    </div>
  )
}

type EditedProps = { page: OpenedPage } & Omit<Props, 'pageId'>

function EditedPage({ page, visitor, keepUnsent }: EditedProps) {
  const { workspaceId, level, userId } = visitor
  const view = usePageInView(workspaceId, page)
  const { model, isEditable, article, decide } = view
  const titleField = useRef<HTMLTextAreaElement>(null)
  const { propsOf, comment } = useSidePanels({ workspaceId, pageId: page.id })
  const panel = propsOf('comments')
  const hasComments = level !== 'read' && userId !== null
  useTitle(model.fields.title || t.untitled)
  const { saver, read } = model
  useEffect(() => {
    keepUnsent(() => (saver.hasUnsent ? markdownOf(read()) : undefined))
    return () => keepUnsent(undefined)
  }, [keepUnsent, saver, read])
  return (
    <PageContext value={view}>
      <HeaderContent>
        <PeopleHere />
        {isEditable && (
          <SaveState
            status={model.status}
            retry={() => void saver.retry()}
            decide={decide}
            help={view.failureActions[0]}
          />
        )}
        {hasComments && <CommentsButton {...panel} />}
      </HeaderContent>
      <div
        className="page"
        data-wide={model.kind === 'KANBAN'}
        data-panel={hasComments && panel.isOpen}
      >
        <article ref={article} className="page-article">
          <PageNotice />
          <PageHead
            fields={model.fields}
            isEditable={isEditable}
            titleField={titleField}
            change={model.change}
            focusBody={model.body.focus}
          />
          <Suspense>
            <PropertiesPanel
              workspaceId={workspaceId}
              pageId={page.id}
              isEditable={isEditable}
              canManage={false}
            />
            <ViewBlocks workspaceId={workspaceId} pageId={page.id} />
          </Suspense>
          <PageBody bodies={bodies} onComment={isEditable ? comment : undefined} />
        </article>
        {hasComments && panel.isOpen && (
          <Suspense>
            <CommentsPanel {...panel} />
          </Suspense>
        )}
      </div>
    </PageContext>
  )
}
