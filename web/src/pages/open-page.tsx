import { Text } from '@mantine/core'
import { type ComponentType, useRef } from 'react'
import type { PageDocument } from '../../../content/document.ts'
import { isEmptyParagraph } from '../../../content/node.ts'
import { includes } from '../lib/access/levels.ts'
import type { OpenedPage } from '../lib/page-query.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { useTitle } from '../ui/screens/screen.tsx'
import { LateLostPage } from './access/late-lost-page.tsx'
import { LevelNote } from './access/level-note.tsx'
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
import { type SidePanel, useSidePanels } from './use-side-panel.ts'
import { usePageWidth } from './view/use-page-width.ts'

/** Shows the properties of a page. */
export type PropertiesPart = ComponentType<{
  workspaceId: string
  pageId: string
  ownership: OpenedPage['ownership']
  isEditable: boolean
  canManage: boolean
}>

/** Says whether a page is a template, and offers templates for an empty one. */
export type TemplatesPart = ComponentType<{
  workspaceId: string
  pageId: string
  parentId: string | null
  title: string
  isEmpty: boolean
  fill: (content: PageDocument) => void
  focus: (position?: number) => void
}>

type Props = {
  workspaceId: string
  page: OpenedPage
  bodies: Bodies
  sidePanels?: readonly SidePanel[] | undefined
  Properties?: PropertiesPart | undefined
  Templates?: TemplatesPart | undefined
}

const noPanels: readonly SidePanel[] = []

/** One page, which people with the right role edit in place. */
export function OpenPage({ sidePanels = noPanels, Properties, Templates, ...props }: Props) {
  const { workspaceId, page, bodies } = props
  const shown = usePageInView(workspaceId, page)
  const { model, isEditable, article, outline } = shown
  const { isWide, toggleWide } = usePageWidth(page.id)
  const titleField = useRef<HTMLTextAreaElement>(null)
  useNewTitle(titleField, model.body.focus)
  useTitle(model.fields.title || t.untitled)
  // Stays mounted, because it holds what is not sent.
  const isLost = model.status.kind === 'failed' && model.status.reason === 'lost'
  const { openName, propsOf, comment } = useSidePanels({ workspaceId, pageId: page.id })
  const open = sidePanels.find(({ name }) => name === openName)
  const canComment = sidePanels.some(({ name }) => name === 'comments')
  return (
    <PageContext value={shown}>
      {isLost && <LateLostPage />}
      <div
        hidden={isLost}
        className="page"
        data-wide={isWide || model.kind === 'KANBAN'}
        data-panel={open !== undefined}
      >
        {!isLost && (
          <PageBar>
            {sidePanels.map(({ name, Button }) => (
              <Button key={name} {...propsOf(name)} />
            ))}
            <PageMenu isWide={isWide} toggleWide={toggleWide}>
              {sidePanels.map(
                ({ name, Item }) => Item !== undefined && <Item key={name} {...propsOf(name)} />,
              )}
            </PageMenu>
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
            <div className="page-properties" data-editable={includes(page.level, 'write')}>
              <Properties
                workspaceId={workspaceId}
                pageId={page.id}
                ownership={page.ownership}
                isEditable={includes(page.level, 'write')}
                canManage={includes(page.level, 'manage')}
              />
            </div>
          )}
          {Templates !== undefined && (
            <Templates
              isEmpty={isEditable && isEmptyPage(page.content)}
              workspaceId={workspaceId}
              pageId={page.id}
              parentId={page.parentId}
              title={model.fields.title}
              fill={model.replaceContent}
              focus={model.body.focus}
            />
          )}
          <PageBody bodies={bodies} onComment={canComment ? comment : undefined} />
        </article>
        {outline.length > 1 && open === undefined && (
          <aside className="page-outline">
            <Outline entries={outline} article={article} />
          </aside>
        )}
        {open !== undefined && <open.Panel {...propsOf(open.name)} />}
      </div>
    </PageContext>
  )
}

function isEmptyPage({ content }: PageDocument): boolean {
  return content.length === 1 && isEmptyParagraph(content[0])
}
