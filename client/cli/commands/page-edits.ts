import { readFile } from 'node:fs/promises'
import { limits } from '../../limits.ts'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, misuse, unreadable } from '../exit-codes.ts'
import { findPageId, readNumber, repeatable } from '../session.ts'
import { row } from '../text.ts'

const maxCreated = limits['pages.create']?.['/markdown']?.['maxLength'] ?? 0

/** Throws MISUSED where the Markdown is given twice, or not at all. */
async function readMarkdown({ terminal }: Session, given: Given): Promise<string | undefined> {
  const text = given.text('text')
  const path = given.text('file')
  if (text !== undefined && path !== undefined) throw misuse('Give either --text or --file.')
  if (text !== undefined) return text
  if (path === undefined) return undefined
  if (path === '-') return terminal.readInput()
  return readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw unreadable(`${path} cannot be read (${reason}).`)
  })
}

async function requireMarkdown(session: Session, given: Given): Promise<string> {
  const markdown = await readMarkdown(session, given)
  if (markdown === undefined) throw misuse('Give the Markdown with --text, or with --file <path>.')
  return markdown
}

export async function createPage(session: Session, given: Given): Promise<Report> {
  const [title = ''] = given.words
  const parent = given.text('parent')
  const markdown = (await readMarkdown(session, given)) ?? ''
  const workspaceId = await session.workspaceId()
  const parentId = parent === undefined ? null : await findPageId(session, parent)
  // The operation takes less than an edit of the body does.
  const isLong = markdown.length > maxCreated
  const created = await session.client.pages.create(
    { workspaceId, title, parentId, markdown: isLong ? '' : markdown },
    repeatable(),
  )
  if (isLong) await fillPage(session, { workspaceId, pageId: created.pageId, markdown })
  return { text: row(created.pageId, created.url), json: created }
}

async function fillPage(
  { client }: Session,
  { workspaceId, pageId, markdown }: { workspaceId: string; pageId: string; markdown: string },
): Promise<void> {
  const change = { workspaceId, pageId, mode: 'body', text: markdown, expectedVersion: 1 } as const
  await client.pages.edit(change, repeatable()).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(
      `The page ${pageId} was created, but it is empty: ${reason}`,
      'PAGE_EMPTY',
    )
  })
}

/** Throws MISUSED, PAGE_NOT_FOUND, TEXT_NOT_FOUND, HEADING_NOT_FOUND, VERSION_CONFLICT. */
export async function editPage(session: Session, given: Given): Promise<Report> {
  const [page = ''] = given.words
  const find = given.text('find')
  const heading = given.text('heading')
  const modes = [find !== undefined, heading !== undefined, given.has('body')].filter(Boolean)
  if (modes.length !== 1)
    throw misuse('Say what to replace: --find <text>, --heading <text> or --body.')
  const expectedVersion = readNumber(given, 'version-read')
  if (given.has('body') && expectedVersion === undefined)
    throw misuse(
      '--body needs --version-read, so that it does not overwrite later changes. quire page get --json prints the version.',
    )
  const text = await requireMarkdown(session, given)
  return edit(session, page, {
    text,
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...modeOf({ find, heading, isWhole: given.has('subsections'), isEach: given.has('all') }),
  })
}

function modeOf({
  find,
  heading,
  isWhole,
  isEach,
}: {
  find: string | undefined
  heading: string | undefined
  isWhole: boolean
  isEach: boolean
}) {
  if (find !== undefined) return { mode: 'replace' as const, find, ...(isEach && { all: true }) }
  if (heading === undefined) return { mode: 'body' as const }
  return { mode: 'section' as const, heading, ...(isWhole ? { includeSubsections: true } : {}) }
}

export async function appendToPage(session: Session, given: Given): Promise<Report> {
  const [page = ''] = given.words
  const heading = given.text('heading')
  const text = await requireMarkdown(session, given)
  return edit(session, page, {
    mode: 'append',
    text,
    ...(heading === undefined ? {} : { heading }),
  })
}

type Edit = Omit<Parameters<Session['client']['pages']['edit']>[0], 'workspaceId' | 'pageId'>

async function edit(session: Session, page: string, change: Edit): Promise<Report> {
  const pageId = await findPageId(session, page)
  const workspaceId = await session.workspaceId()
  const result = await session.client.pages.edit({ workspaceId, pageId, ...change }, repeatable())
  return changed(pageId, result, (edited) => row(pageId, `version ${edited.version}`))
}

/** Throws MISUSED, PAGE_NOT_FOUND, PAGE_CYCLE. */
export async function movePage(session: Session, given: Given): Promise<Report> {
  const [page = ''] = given.words
  const to = given.text('to-workspace')
  if (to !== undefined) {
    const { transferPage } = await import('./transfers.ts')
    return transferPage(session, given, { kind: 'move', to })
  }
  const parent = given.text('parent')
  const after = given.text('after')
  if (parent === undefined)
    throw misuse('Name the new parent page with --parent; / is the top level.')
  const pageId = await findPageId(session, page)
  const newParentId = parent === '/' ? null : await findPageId(session, parent)
  const prevPageId = after === undefined ? null : await findPageId(session, after)
  const workspaceId = await session.workspaceId()
  const result = await session.client.pages.move(
    { workspaceId, pageId, newParentId, prevPageId },
    repeatable(),
  )
  return changed(pageId, result, () => row(pageId, 'moved'))
}

/** A caller that can only propose gets the proposal in place of the result. */
function changed<Result extends object>(
  pageId: string,
  result: Result,
  describe: (result: Result) => string,
): Report {
  const isProposed = 'proposalId' in result
  const text = isProposed
    ? row(pageId, `proposed as ${String(result.proposalId)}`)
    : describe(result)
  return { text, json: { pageId, ...result } }
}
