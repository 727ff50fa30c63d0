import type { Edit } from '../content/edit.ts'
import { AppError, invalidInput } from '../lib/errors.ts'
import { pages } from '../store/index.ts'
import type { PreparedContent } from './content-tasks.ts'
import type { Context } from './context.ts'
import { changePage } from './page-change.ts'
import { pageNotFound, requirePage } from './page-tree.ts'
import type { PageAddress } from './page-tree.ts'

export const editModes = ['append', 'prepend', 'section', 'replace', 'body'] as const

/** Characters of Markdown that become the whole body, and that become a part of it. */
export const longestBody = 1_000_000
const longestPart = 50_000

export type PageEdit = PageAddress & {
  mode: (typeof editModes)[number]
  /** Markdown. */
  text: string
  find?: string
  heading?: string
  expectedVersion?: number
}

/** How often an edit is made anew because another one came in between. */
const attempts = 5

/** Gives the new version. The edit is worked out before the transaction and made only on what it was made for. */
export async function editPage(context: Context, input: PageEdit): Promise<number> {
  const { mode } = input
  const makeContent = mode === 'body' ? toBody(input) : toPart({ ...input, mode })
  for (let attempt = 1; ; attempt += 1) {
    const page = await requirePage(context.store, input.workspaceId, input.pageId)
    requireVersion(input, page.version)
    const content = await makeContent(context)
    const version = await replaceContent(context, page, content)
    if (version !== undefined) return version
    if (attempt === attempts) throw changedMeanwhile(input)
  }
}

type PartEdit = PageEdit & { mode: Exclude<PageEdit['mode'], 'body'> }
type MakeContent = (context: Context) => Promise<PreparedContent>

function toBody({ mode, text, expectedVersion }: PageEdit): MakeContent {
  if (expectedVersion === undefined) missing('/expectedVersion', mode)
  return ({ content }) => content.fromMarkdown(text, '/text')
}

function toPart(input: PartEdit): MakeContent {
  const { text } = input
  if (text.length > longestPart && Array.from(text).length > longestPart) {
    const message = `must NOT have more than ${longestPart} characters; only mode "body" takes more`
    throw invalidInput([{ path: '/text', rule: 'maxLength', message }])
  }
  const edit = toEdit(input)
  return (context) => applyEdit(context, input, edit)
}

function toEdit({ mode, text, find, heading }: PartEdit): Edit {
  if (mode === 'section') return { mode, text, heading: heading ?? missing('/heading', mode) }
  if (mode === 'replace') return { mode, text, find: find ?? missing('/find', mode) }
  return { mode, text }
}

function missing(path: string, mode: string): never {
  throw invalidInput([{ path, rule: 'required', message: `is required with mode "${mode}"` }])
}

function requireVersion({ expectedVersion }: PageEdit, version: number): void {
  if (expectedVersion === undefined || expectedVersion === version) return
  throw new AppError(
    'VERSION_CONFLICT',
    `The page is at version ${version}, not ${expectedVersion}. Read it again and repeat the edit.`,
  )
}

async function applyEdit(
  { store, content: engine }: Context,
  { workspaceId, pageId }: PageEdit,
  edit: Edit,
): Promise<PreparedContent> {
  const content = await pages.content(store, workspaceId, pageId)
  if (content === undefined) throw pageNotFound(pageId)
  const result = await engine.edit(content.document, edit)
  if (result.ok) return result.content
  if (result.reason === 'INVALID_MARKDOWN') {
    throw invalidInput([{ path: '/text', rule: 'document', message: result.message }])
  }
  throw new AppError(result.reason, result.message)
}

/** Undefined when the page is no longer at the version the content was made from. */
async function replaceContent(
  { store, caller }: Context,
  page: pages.PageRow,
  content: PreparedContent,
): Promise<number | undefined> {
  const { workspaceId, id: pageId } = page
  return store.transactIn({ workspaceId }, async (transaction) => {
    const now = await requirePage(transaction, workspaceId, pageId)
    if (now.version !== page.version) return undefined
    return changePage(transaction, caller, now, { content })
  })
}

function changedMeanwhile({ pageId }: PageEdit): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    `Page ${pageId} is being changed by others at the same time. Try again.`,
  )
}
