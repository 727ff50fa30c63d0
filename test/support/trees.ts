import { addPage } from '../../server/domain/pages/create.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { newId } from '../../server/lib/ids.ts'
import { defaultStoredFields } from '../../server/lib/page-fields.ts'
import { contextOf, type TestServer } from './server.ts'

/** Pages written in one transaction. */
const atOnce = 250

/**
 * Adds a page and below it so many others, `children` to each of them; gives their ids, the top one first. The
 * rules are those of requests, without a request for each.
 */
export async function addTree(
  quire: Pick<TestServer, 'app' | 'userId' | 'workspaceId'>,
  { pages, children }: { pages: number; children: number },
): Promise<string[]> {
  const { workspaceId } = quire
  const context = await enterWorkspace(contextOf(quire), workspaceId, 'write')
  const ids = Array.from({ length: pages + 1 }, newId)
  const content = await context.content.fromMarkdown('Gravel of a *large* tree.', '/markdown')
  for (let start = 0; start < ids.length; start += atOnce) {
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      for (const [index, id] of ids.slice(start, start + atOnce).entries()) {
        const number = start + index
        const title = `Leaf ${number}`
        const parent = ids[Math.floor((number - 1) / children)]
        await addPage(transaction, context, {
          workspaceId,
          id,
          parentId: number === 0 ? null : (parent ?? null),
          ...defaultStoredFields,
          title,
          ownership: 'TEXT',
          content,
          entry: context.content.entryOf(title, content),
          attachments: [],
        })
      }
    })
  }
  return ids
}
