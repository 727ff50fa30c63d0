import { writeMarkdown } from '../../content/write-markdown.ts'
import { readDocument } from '../../server/domain/document/stored-body.ts'
import { contents, files, pages, type Reader, systemViewer } from '../../server/store/index.ts'

/** A page as a person sees it: what stands for an id is the place or the name behind it. */
export type Seen = {
  title: string
  icon: string | null
  ownership: string
  type: string
  markdown: string
  files: string[]
  pages: Seen[]
}

const address = /\/(pages|files)\/([0-9a-f]{8}-[0-9a-f-]{27})/g

/** The pages of a workspace, so that two workspaces with the same content give the same value. */
export async function readTree(
  reader: Reader,
  workspaceId: string,
  topId = workspaceId,
): Promise<Seen[]> {
  const rows = await pages.all(reader, systemViewer(workspaceId))
  const names = await namesOf(reader, workspaceId, rows)
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const see = async (row: pages.PageRow): Promise<Seen> => {
    const content = await contents.get(reader, workspaceId, row.id)
    const markdown = writeMarkdown(
      readDocument(content?.document ?? '{"type":"doc","content":[]}', 'a page'),
    )
    const attached = await files.ofPage(reader, workspaceId, row.id)
    return {
      title: row.title,
      icon: row.icon,
      ownership: row.ownership,
      type: row.type,
      markdown: markdown.replaceAll(address, (_, kind, id) => `/${kind}/<${names.get(id)}>`),
      files: attached.map(({ name, mimeType, size }) => `${name} ${mimeType} ${size}`).toSorted(),
      pages: await seeAll(row.id),
    }
  }
  const seeAll = async (parentId: string): Promise<Seen[]> => {
    const seen: Seen[] = []
    for (const row of byParent.get(parentId) ?? []) seen.push(await see(row))
    return seen
  }
  return seeAll(topId)
}

async function namesOf(
  reader: Reader,
  workspaceId: string,
  rows: readonly pages.PageRow[],
): Promise<Map<string, string>> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = ({ title, parentId }: pages.PageRow): string => {
    const parent = byId.get(parentId)
    return parent === undefined ? title : `${pathOf(parent)} / ${title}`
  }
  const names = new Map(rows.map((row) => [row.id, pathOf(row)]))
  for (const file of await files.all(reader, systemViewer(workspaceId))) {
    names.set(file.id, `${file.name} ${file.sha256}`)
  }
  return names
}

export function countPages(tree: readonly Seen[]): number {
  return tree.reduce((sum, page) => sum + 1 + countPages(page.pages), 0)
}
