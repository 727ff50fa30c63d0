import { lazy } from 'react'
import { PageScreen } from '../pages/page-screen.tsx'

const bodies = {
  TEXT: lazy(async () => ({ default: (await import('../editor/text-body.tsx')).TextBody })),
  KANBAN: lazy(async () => ({ default: (await import('../board/board-body.tsx')).BoardBody })),
}

/** Puts a page together with what shows its text, its board and its comments. */
export function PageRoute() {
  return <PageScreen bodies={bodies} />
}
