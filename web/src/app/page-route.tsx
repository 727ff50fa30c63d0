import { lazy, Suspense } from 'react'
import { CommentsButton } from '../comments/comments-button.tsx'
import type { PageBodyProps } from '../lib/page-body.ts'
import { PageScreen } from '../pages/page-screen.tsx'
import type { SidePanelProps } from '../pages/use-side-panel.ts'

const TextBody = lazy(async () => ({
  default: (await import('../editor/text-body.tsx')).TextBody,
}))
const BoardBody = lazy(async () => ({
  default: (await import('../board/board-body.tsx')).BoardBody,
}))

const bodies = {
  TEXT: TextBody,
  KANBAN: (props: PageBodyProps) => <BoardBody {...props} Text={TextBody} />,
}

const CommentsPanel = lazy(async () => ({
  default: (await import('../comments/comments-panel.tsx')).CommentsPanel,
}))

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
  return <PageScreen bodies={bodies} sidePanel={comments} />
}
