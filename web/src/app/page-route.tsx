import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { CommentsButton } from '../comments/comments-button.tsx'
import type { PropertiesPart, TemplatesPart } from '../pages/open-page.tsx'
import { PageScreen } from '../pages/page-screen.tsx'
import type { SidePanel, SidePanelProps } from '../pages/use-side-panel.ts'
import { LateItems } from '../ui/rows/late-items.tsx'
import { ViewBlocks } from './page-views/view-blocks.tsx'
import { bodies } from './share-links/page-bodies.tsx'

const CommentsPanel = lazy(async () => ({
  default: (await import('../comments/comments-panel.tsx')).CommentsPanel,
}))

const PropertiesPanel = lazy(async () => ({
  default: (await import('../properties/properties-panel.tsx')).PropertiesPanel,
}))

const ProposalNotice = lazy(async () => ({
  default: (await import('../proposals/notice/proposal-notice.tsx')).ProposalNotice,
}))

/** What is beside the text comes when the page has been on the screen for this long. */
const marksAfterMs = 1500

const SkillStatus = lazy(async () => ({
  default: (await import('../skills/page/skill-status.tsx')).SkillStatus,
}))

const NoMarks = () => null

const AgentMarks = lazy(async () => {
  await new Promise((shown) => setTimeout(shown, marksAfterMs))
  // The network may be gone by then; the page is complete without them.
  const loaded = await import('../history/agent-marks/agent-marks.tsx').catch(() => undefined)
  return { default: loaded?.AgentMarks ?? NoMarks }
})

/** The page is shown before its properties and views are loaded. */
const Properties: PropertiesPart = (props) => (
  <Suspense>
    <ProposalNotice workspaceId={props.workspaceId} pageId={props.pageId} />
    <PropertiesPanel {...props} />
    {props.ownership !== 'TEXT' && (
      <SkillStatus workspaceId={props.workspaceId} pageId={props.pageId} />
    )}
    <ViewBlocks {...props} />
    <Suspense>
      <AgentMarks {...props} />
    </Suspense>
  </Suspense>
)

const PageTemplates = lazy(async () => ({
  default: (await import('../templates/page-templates.tsx')).PageTemplates,
}))

const Templates: TemplatesPart = (props) => (
  <Suspense>
    <PageTemplates {...props} />
  </Suspense>
)

const comments: SidePanel = {
  name: 'comments',
  Button: CommentsButton,
  Panel: (props: SidePanelProps) => (
    <Suspense>
      <CommentsPanel {...props} />
    </Suspense>
  ),
}

const LinksButton = lazy(async () => ({
  default: (await import('../links/links-button.tsx')).LinksButton,
}))
const LinksItem = lazy(async () => ({
  default: (await import('../links/links-button.tsx')).LinksItem,
}))
const LinksPanel = lazy(async () => ({
  default: (await import('../links/links-panel.tsx')).LinksPanel,
}))

const links: SidePanel = {
  name: 'links',
  Button: (props: SidePanelProps) => (
    <Suspense fallback={<Box w={34} visibleFrom="sm" />}>
      <LinksButton {...props} />
    </Suspense>
  ),
  Item: (props: SidePanelProps) => (
    <LateItems count={1}>
      <LinksItem {...props} />
    </LateItems>
  ),
  Panel: (props: SidePanelProps) => (
    <Suspense>
      <LinksPanel {...props} />
    </Suspense>
  ),
}

const sidePanels = [comments, links]

/** Puts a page together with what shows its text, its board, its comments and its links. */
export function PageRoute() {
  return (
    <PageScreen
      bodies={bodies}
      sidePanels={sidePanels}
      Properties={Properties}
      Templates={Templates}
    />
  )
}
