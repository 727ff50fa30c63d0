import { Text } from '@mantine/core'
import { type ComponentType, useRef } from 'react'
import { includes } from '../lib/access/levels.ts'
import type { OpenedPage } from '../lib/page-query.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { useTitle } from '../ui/screens/screen.tsx'
import { LevelNote } from './access/level-note.tsx'
import { LostPage } from './access/lost-page.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { t } from './messages.ts'
import { Outline } from './outline/outline.tsx'
import { PageBar } from './page-bar.tsx'
import { type Bodies, PageBody } from './page-body.tsx'
import { PageContext } from './page-context.ts'
import { PageHead } from './page-head.tsx'
import { PageMenu } from './page-menu.tsx'
import { PageNotice } from './page-notice.tsx'
import { useNewTitle } from './use-new-title.ts'
import { usePageInView } from './use-page-in-view.ts'
import './page.css'
import { type SidePanel, useSidePanel } from './use-side-panel.ts'
import { usePageWidth } from './view/use-page-width.ts'

/** Shows the properties of a page. */
export type PropertiesPart = ComponentType<{
  workspaceId: string
  pageId: string
  isEditable: boolean
  canManage: boolean
}>

type Props = {
  workspaceId: string
  page: OpenedPage
  bodies: Bodies
  sidePanel?: SidePanel | undefined
  Properties?: PropertiesPart | undefined
}

/** One page, which people with the right role edit in place. */
export function OpenPage({ workspaceId, page, bodies, sidePanel, Properties }: Props) {
  const shown = usePageInView(workspaceId, page)
  const { model, isEditable, article, outline, decision } = shown
  const { isWide, toggleWide } = usePageWidth(page.id)
  const titleField = useRef<HTMLTextAreaElement>(null)
  useNewTitle(titleField)
  useTitle(model.fields.title || t.untitled)
  // Stays mounted, because it holds what is not sent.
  const isLost = model.status.kind === 'failed' && model.status.reason === 'lost'
  const panel = useSidePanel({ workspaceId, pageId: page.id })
  return (
    <PageContext value={shown}>
      {isLost && <LostPage />}
      <div
        hidden={isLost}
        className="page"
        data-wide={isWide || model.kind === 'KANBAN'}
        data-panel={panel.isOpen}
      >
        {!isLost && (
          <PageBar>
            {sidePanel !== undefined && <sidePanel.Button {...panel} />}
            <PageMenu isWide={isWide} toggleWide={toggleWide} />
          </PageBar>
        )}
        <article ref={article} className="page-article">
          <PageNotice />
          <PageHead
            fields={model.fields}
            isEditable={isEditable}
            titleField={titleField}
            change={model.change}
            focusBody={model.body.focus}
          />
          <LevelNote />
          <Text size="xs" c="dimmed" className="page-changed">
            {t.edited({
              ago: () => <RelativeTime at={model.updated.at} />,
              name: () => <bdi>{model.updated.by}</bdi>,
            })}
          </Text>
          {Properties !== undefined && (
            <Properties
              workspaceId={workspaceId}
              pageId={page.id}
              isEditable={includes(page.level, 'write')}
              canManage={includes(page.level, 'manage')}
            />
          )}
          <PageBody bodies={bodies} onComment={sidePanel && panel.comment} />
        </article>
        {outline.length > 1 && !panel.isOpen && (
          <aside className="page-outline">
            <Outline entries={outline} article={article} />
          </aside>
        )}
        {sidePanel !== undefined && panel.isOpen && <sidePanel.Panel {...panel} />}
        {decision.conflict !== undefined && (
          <ConflictDialog
            conflict={decision.conflict}
            close={decision.close}
            resolve={decision.resolve}
          />
        )}
      </div>
    </PageContext>
  )
}
