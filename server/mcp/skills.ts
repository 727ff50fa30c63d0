import { slugify } from '../lib/text.ts'
import { callById } from './call-by-id.ts'
import type { JsonObject } from './schemas.ts'
import { type Session, workspaceFor } from './session.ts'

/** A page that is a skill or an agent. */
export type SkillPage = { workspaceId: string; id: string; title: string }

/** All that the operation gives at once. */
const limit = 200

/** The pages of one kind in the active workspace, newest first. */
export async function listSkillPages(
  session: Session,
  kind: 'workspaces.skills' | 'workspaces.agents',
): Promise<SkillPage[]> {
  const workspaceId = String(await workspaceFor(session, undefined))
  const { pages } = await callById(session, kind, { workspaceId, limit })
  const list: JsonObject[] = Array.isArray(pages) ? pages : []
  return list.map(({ id, title }) => ({ workspaceId, id: String(id), title: String(title) }))
}

export async function readSkillPage(
  session: Session,
  { workspaceId, id }: Pick<SkillPage, 'workspaceId' | 'id'>,
): Promise<string> {
  const { markdown } = await callById(session, 'pages.markdown', { workspaceId, pageId: id })
  return String(markdown)
}

/** Names by page id: made of the titles, those of one title told apart by the end of their ids. */
export function namePages(pages: readonly SkillPage[]): Map<string, string> {
  const bySlug = Map.groupBy(pages, ({ title }) => slugify(title))
  return new Map(
    pages.map(({ id, title }) => {
      const slug = slugify(title)
      const isOnly = slug !== '' && bySlug.get(slug)?.length === 1
      return [id, isOnly ? slug : [slug, id.slice(-6)].filter((part) => part !== '').join('-')]
    }),
  )
}

const longestDescription = 160

/** The first sentence or so of a page, for lists. */
export function describeSkill({ title }: SkillPage, markdown: string): string {
  const line = markdown
    .split('\n')
    .map((text) => text.trim())
    .find((text) => /^[\p{L}\p{N}"'*_{]/u.test(text))
  if (line === undefined) return title === '' ? 'A page of the workspace.' : title
  const letters = Array.from(line)
  return letters.length <= longestDescription
    ? line
    : `${letters.slice(0, longestDescription).join('').trimEnd()}…`
}
