import assert from 'node:assert/strict'
import type { TestServer } from './server.ts'

export type SiteBody = {
  id: string
  pageId: string
  slug: string
  url: string
  title: string
  description: string
  language: string
  isIndexed: boolean
  publishedAt: string
  publishedBy: { id: string; firstName: string; lastName: string }
}

export async function publish(
  { post, workspaceId }: TestServer,
  pageId: string,
  fields: object = {},
): Promise<SiteBody> {
  const answer = await post<{ site: SiteBody }>('/v1/sites/publish', {
    workspaceId,
    pageId,
    ...fields,
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.site
}
