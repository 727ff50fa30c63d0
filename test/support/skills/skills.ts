import assert from 'node:assert/strict'
import { zipFiles } from '../../../server/domain/skills/zip.ts'
import { addPage } from '../pages.ts'
import type { TestServer } from '../server.ts'

/** A ZIP archive with a skill. */
export const skillArchive = await zipFiles([
  {
    path: 'tidy/SKILL.md',
    content: Buffer.from('---\nname: tidy\ndescription: Tidies. Use it often.\n---\n\nTidy up.\n'),
    mode: 0o644,
  },
])

export type Listed = {
  id: string
  state: string
  served: { version: number; name: string; digest: string; isValid: boolean } | null
}
export type Contents = {
  version: number | null
  name: string
  description: string
  digest: string
  frontMatter: Record<string, unknown>
  files: { path: string; sha256: string; size: number; isExecutable: boolean }[]
}
export type Checked = {
  digest: string
  findings: { level: string; code: string; path: string | null }[]
}

export const description = 'Reviews a text. Use it before a text is published.'

/** A skill with properties that meet the specification. */
export async function addSkill(
  quire: TestServer,
  title: string,
  markdown: string,
  properties = `description: ${description}\n`,
): Promise<string> {
  const pageId = await addPage(quire, title, { ownership: 'SKILL', markdown })
  await setProperties(quire, pageId, properties)
  return pageId
}

/** A link that installs the skill without an account; its ID. */
export async function addSkillLink(quire: TestServer, pageId: string): Promise<string> {
  const { workspaceId } = quire
  const path = '/v1/skill-links/create'
  const answer = await quire.post<{ id: string }>(path, { workspaceId, pageId })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.id
}

export async function setProperties(
  quire: TestServer,
  pageId: string,
  source: string,
  key?: string,
): Promise<void> {
  const { workspaceId } = quire
  const answer = await quire.post('/v1/pages/set-properties', { workspaceId, pageId, source }, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

/** Calls an operation on skills that must succeed. */
export async function askSkills<Body>(
  quire: TestServer,
  path: string,
  body: object,
  key?: string,
): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body }, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** The text of a file of a version, or of the draft. */
export async function skillText(
  quire: TestServer,
  pageId: string,
  extra: object = {},
): Promise<string> {
  const input = { pageId, path: 'SKILL.md', ...extra }
  return (await askSkills<{ content: string }>(quire, '/v1/skills/read-file', input)).content
}

export async function publishSkill(
  quire: TestServer,
  pageId: string,
  extra: object = {},
): Promise<{ version: number; digest: string; isNew: boolean }> {
  return askSkills(quire, '/v1/skills/publish', { pageId, ...extra })
}

/** Replaces the text of a page. */
export async function rewrite(
  quire: TestServer,
  pageId: string,
  markdown: string,
  key?: string,
): Promise<void> {
  const { workspaceId } = quire
  const asked = { workspaceId, page: pageId }
  const { version } = (await quire.post<{ version: number }>('/v1/pages/get', asked)).body
  const edit = { workspaceId, pageId, mode: 'body', text: markdown, expectedVersion: version }
  const answer = await quire.post('/v1/pages/edit', edit, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
