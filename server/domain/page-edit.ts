import { type Edit, editDocument, type EditResult } from '../content/edit.ts'
import { clock } from '../lib/clock.ts'
import { AppError, invalidInput } from '../lib/errors.ts'
import { pages } from '../store/index.ts'
import type { Context } from './context.ts'
import { emit } from './events.ts'
import { parseDocument, prepare, type PreparedContent, putContent } from './page-content.ts'
import { requirePage } from './page-tree.ts'
import type { PageAddress } from './pages.ts'

export type PageEdit = PageAddress & { edit: Edit; expectedVersion: number | undefined }

/** How often an edit is made anew because someone else wrote in the meantime. */
const attempts = 5

/**
 * Changes a part of a page and gives its new version. The new body is made before the transaction opens,
 * from the version that the transaction then finds unchanged.
 */
export async function editPage(context: Context, input: PageEdit): Promise<number> {
  const { workspaceId, pageId, edit, expectedVersion } = input
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const page = await requirePage(context.store, workspaceId, pageId)
    if (expectedVersion !== undefined && page.version !== expectedVersion) {
      throw conflict(`The page is at version ${page.version}, not ${expectedVersion}.`)
    }
    const content = await pages.content(context.store, workspaceId, pageId)
    const document = parseDocument(content?.document ?? '{"type":"doc","content":[]}')
    const prepared = prepare(edited(editDocument(document, edit)))
    const version = await write(context, input, page.version, prepared)
    if (version !== undefined) return version
  }
  throw conflict('Others are changing this page right now.')
}

/** Gives undefined when the page is no longer at the version that was edited. */
async function write(
  { store, caller }: Context,
  { workspaceId, pageId }: PageEdit,
  from: number,
  content: PreparedContent,
): Promise<number | undefined> {
  return store.transact(async (transaction) => {
    const page = await requirePage(transaction, workspaceId, pageId)
    if (page.version !== from) return undefined
    const change = { workspaceId, pageId, at: clock.now(), by: caller.userId }
    const { title, icon } = page
    const version = (await pages.update(transaction, change, { title, icon })) ?? from + 1
    await putContent(transaction, store, { workspaceId, id: pageId, title }, content)
    const told = { pageId, changed: ['content'], version }
    await emit(transaction, workspaceId, caller, { type: 'page.updated', ...told })
    return version
  })
}

function edited(result: EditResult) {
  if (result.ok) return result.document
  const { reason, message, matches } = result
  if (reason === 'INVALID_MARKDOWN') {
    throw invalidInput([{ path: '/text', rule: 'document', message }])
  }
  throw new AppError(reason, `${message} (matches: ${matches})`)
}

function conflict(what: string): AppError {
  return new AppError('VERSION_CONFLICT', `${what} Read the page again and repeat the edit.`)
}
