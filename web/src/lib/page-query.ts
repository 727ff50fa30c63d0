import { queryOptions } from '@tanstack/react-query'
import type { PageDocument } from '../../../content/document.ts'
import { client } from './client.ts'

export type OpenedPage = Omit<Awaited<ReturnType<typeof client.pages.document>>, 'content'> & {
  content: PageDocument
}

/**
 * The page as it opens. Its key names no page by itself, so that the news of each save does not
 * fetch the whole page again: the saver takes in what others change.
 */
export function pageQuery(workspaceId: string, pageId: string) {
  return queryOptions({
    queryKey: ['pages', 'document', `${workspaceId}/${pageId}`],
    queryFn: ({ signal }) => readPage(workspaceId, pageId, signal),
    retry: false,
  })
}

export async function readPage(
  workspaceId: string,
  pageId: string,
  signal?: AbortSignal,
): Promise<OpenedPage> {
  const page = await client.pages.document({ workspaceId, pageId }, signal && { signal })
  // SAFETY: the server stores only content that it has checked as a document.
  return page as OpenedPage
}
