import { lazy } from 'react'
import type { PageBodyProps } from '../../lib/page-body.ts'

const TextBody = lazy(async () => ({
  default: (await import('../../editor/text-body.tsx')).TextBody,
}))
const BoardBody = lazy(async () => ({
  default: (await import('../../board/board-body.tsx')).BoardBody,
}))

/** What the pages of each kind are written with. */
export const bodies = {
  TEXT: TextBody,
  KANBAN: (props: PageBodyProps) => <BoardBody {...props} Text={TextBody} />,
}
