import { client } from '../client.ts'
import { displayTitle } from '../page-title.ts'

/** The time zone of the person, for dates in new pages. */
export function timeZoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

type NewPage = { workspaceId: string; parentId: string | null; title?: string | undefined }

/** Creates a page as the section says: from its default template, or empty. Without a title, with that of the template. */
export async function createPage({
  workspaceId,
  parentId,
  title,
}: NewPage): Promise<{ pageId: string; cursor: number | null }> {
  const { defaultId } = await client.templates
    .list({ workspaceId, parentId })
    // A page without its template is better than none.
    .catch(() => ({ defaultId: null }))
  if (defaultId === null) {
    const created = client.pages.create({ workspaceId, parentId, title: title ?? displayTitle('') })
    return { ...(await created), cursor: null }
  }
  return createFromTemplate({ workspaceId, parentId, title, templateId: defaultId })
}

export function createFromTemplate({
  title,
  ...page
}: NewPage & { templateId: string }): Promise<{ pageId: string; cursor: number | null }> {
  const given = title === undefined ? {} : { title }
  return client.templates.createPage({ ...page, ...given, timeZone: timeZoneHere() })
}
