import { asNewAt } from '../../lib/new-page.ts'
import { createPage as create } from '../../lib/templates/new-page.ts'
import { showFailure } from '../../ui/undo.tsx'
import type { ActionContext } from './context.ts'
import { t } from './messages.ts'

/** Creates a page and opens it, with its title to be written first. */
export async function createPage(
  { workspaceId, go }: ActionContext,
  parentId: string | null,
): Promise<void> {
  try {
    const { pageId, cursor } = await create({ workspaceId, parentId })
    go(`/pages/${pageId}`, asNewAt(cursor))
  } catch (error) {
    showFailure(t.notCreated, error)
  }
}
