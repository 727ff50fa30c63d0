import { AppError } from '../../../lib/errors.ts'
import { pageLookup } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { PagePart, PartChoice } from '../../document/parts.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { documentAt } from '../journal/current.ts'

export type ReadPart = { part: PagePart; title: string; version: number }

/** The outline or a part of a page. Throws PAGE_NOT_FOUND, HEADING_ or TEXT_NOT_FOUND, or HEADING_AMBIGUOUS. */
export async function readPagePart(
  { store, content, viewer }: WorkspaceContext,
  pageId: string,
  choice: PartChoice,
): Promise<ReadPart> {
  const page = await pageLookup.open(store, viewer, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  const { workspaceId } = viewer
  const document = await documentAt({ content }, store, { workspaceId, pageId }, page)
  const part = await content.part({ id: pageId, document }, choice)
  if (part.ok) return { part, title: page.title, version: page.version }
  const { reason, message } = part
  throw new AppError(
    reason === 'HEADING_AMBIGUOUS' || reason === 'HEADING_NOT_FOUND' ? reason : 'TEXT_NOT_FOUND',
    message,
  )
}
