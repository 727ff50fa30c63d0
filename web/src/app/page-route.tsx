import { lazy, Suspense } from 'react'
import { CommentsButton } from '../comments/comments-button.tsx'
import type { PropertiesPart } from '../pages/open-page.tsx'
import { PageScreen } from '../pages/page-screen.tsx'
import type { SidePanelProps } from '../pages/use-side-panel.ts'
import { bodies } from './share-links/page-bodies.tsx'

const CommentsPanel = lazy(async () => ({
  default: (await import('../comments/comments-panel.tsx')).CommentsPanel,
}))

const PropertiesPanel = lazy(async () => ({
  default: (await import('../properties/properties-panel.tsx')).PropertiesPanel,
}))

/** The page is shown before its properties are loaded. */
const Properties: PropertiesPart = (props) => (
  <Suspense>
    <PropertiesPanel {...props} />
  </Suspense>
)

const comments = {
  Button: CommentsButton,
  Panel: (props: SidePanelProps) => (
    <Suspense>
      <CommentsPanel {...props} />
    </Suspense>
  ),
}

/** Puts a page together with what shows its text, its board and its comments. */
export function PageRoute() {
  return <PageScreen bodies={bodies} sidePanel={comments} Properties={Properties} />
}
