import { lazy } from 'react'
import type { PageBodyProps } from '../lib/page-body.ts'
import { PageScreen } from '../pages/page-screen.tsx'

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

/** Puts a page together with what shows its text, its board and its comments. */
export function PageRoute() {
  return <PageScreen bodies={bodies} />
}
