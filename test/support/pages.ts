import assert from 'node:assert/strict'
import type { WorkspaceContext } from '../../server/domain/context.ts'
import { collect } from '../../server/domain/proposals/given-changes.ts'
import { draftingContext, propose } from '../../server/domain/proposals/propose.ts'
import { newId } from '../../server/lib/ids.ts'
import { pages, systemViewer } from '../../server/store/index.ts'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

/** Ids that belong to nothing, well formed. */
export const unknownId = '01890000-0000-7000-8000-00000000dead'
export const nothing = '01890000-0000-7000-8000-00000000beef'

type Extra = {
  parentId?: string | null
  markdown?: string
  ownership?: string
  workspaceId?: string
}

export async function addPage(
  { post, workspaceId }: TestServer,
  title: string,
  extra: Extra = {},
): Promise<string> {
  const answer = await post<{ pageId: string }>('/v1/pages/create', {
    workspaceId,
    title,
    ...extra,
  })
  assert.equal(answer.status, 200)
  return answer.body.pageId
}

/** A template below its parent, which is offered there. */
export async function addTemplate(
  quire: TestServer,
  title: string,
  extra: Extra & { parentId: string },
): Promise<string> {
  const pageId = await addPage(quire, title, extra)
  const { workspaceId, parentId: sectionId } = { workspaceId: quire.workspaceId, ...extra }
  const added = await quire.post('/v1/templates/add', { workspaceId, pageId, sectionId })
  assert.equal(added.status, 200)
  return pageId
}

/** A run of its own, which creates a page. Returns its ID. */
export async function addRun(
  { request, post, workspaceId, key }: TestServer,
  name: string,
): Promise<string> {
  const created = await request<{ pageId: string }>({
    method: 'POST',
    url: '/v1/pages/create',
    headers: { authorization: `Bearer ${key}`, 'quire-run': newId() },
    payload: { workspaceId, title: name },
  })
  assert.equal(created.status, 200)
  type Versions = { versions: { run: { id: string } }[] }
  const { pageId } = created.body
  const { body } = await post<Versions>('/v1/history/list', { workspaceId, pageId })
  return body.versions[0]?.run.id ?? assert.fail()
}

export async function addFile(
  { post, workspaceId }: TestServer,
  pageId: string,
  file: { name?: string; mimeType?: string; content?: string | Buffer } = {},
): Promise<string> {
  const { name = 'note.txt', mimeType = 'text/plain', content = 'hello' } = file
  const answer = await post<{ fileId: string }>('/v1/page-files/upload-file', {
    workspaceId,
    pageId,
    fileName: name,
    mimeType,
    contentBase64: Buffer.from(content).toString('base64'),
  })
  assert.equal(answer.status, 200)
  return answer.body.fileId
}

export async function addComment(
  { post, workspaceId }: TestServer,
  pageId: string,
  markdown = 'Hm.',
): Promise<string> {
  const comment = { workspaceId, pageId, markdown }
  const answer = await post<{ commentId: string }>('/v1/comments/create', comment)
  assert.equal(answer.status, 200)
  return answer.body.commentId
}

export async function addLink(
  { post, workspaceId }: TestServer,
  pageId: string,
  settings: object = {},
): Promise<{ id: string; url: string }> {
  const link = { workspaceId, pageId, level: 'read', ...settings }
  const answer = await post<{ id: string; url: string }>('/v1/links/create', link)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** Titles of the pages under a parent, in their order, as the store has them. */
export async function titlesUnder(
  { app, workspaceId }: TestServer,
  parentId: string | null = null,
): Promise<string[]> {
  const rows = await pages.children(app.store, workspaceId, parentId ?? workspaceId)
  return rows.map(({ title }) => title)
}

export async function markdownOf(
  { post, workspaceId }: TestServer,
  pageId: string,
): Promise<string> {
  const answer = await post<{ markdown: string }>('/v1/pages/markdown', { workspaceId, pageId })
  assert.equal(answer.status, 200)
  return answer.body.markdown
}

/** Waits until the text of a page is as expected; gives all of it. */
export async function markdownWhen(
  quire: TestServer,
  pageId: string,
  expected: RegExp,
): Promise<string> {
  let markdown = ''
  await until(async () => {
    markdown = await markdownOf(quire, pageId)
    return expected.test(markdown)
  }).catch(() => assert.match(markdown, expected))
  return markdown
}

/** A page as the store has it. */
export async function storedPage(
  { app, workspaceId }: TestServer,
  pageId: string,
): Promise<pages.PageRow> {
  const row = await pages.get(app.store, systemViewer(workspaceId), pageId)
  assert.ok(row)
  return row
}

/** A proposal of the caller of a context that changes the text of a page, whatever their rights. */
export async function addProposal(
  context: WorkspaceContext,
  pageId: string,
  markdown = 'Proposed text.',
): Promise<string> {
  const { workspaceId } = context.viewer
  const drafting = draftingContext(context)
  await collect(drafting, workspaceId, [{ kind: 'edit', pageId, markdown }])
  const { proposalId } = await propose(context, { workspaceId, title: markdown }, drafting.draft)
  return proposalId
}
