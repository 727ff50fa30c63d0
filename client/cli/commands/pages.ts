import { eachItem, eachPart } from '../../paging.ts'
import type { Given, Report, Session } from '../command.ts'
import { CommandError } from '../exit-codes.ts'
import { findPageId, readNumber, repeatable } from '../session.ts'
import { printable, printableLines, row } from '../text.ts'

const partBytes = 1_000_000
const changedMeanwhile = 'The page changed while it was read. Repeat the command.'

/** A page with its whole Markdown, however long. Throws PAGE_NOT_FOUND, PAGE_AMBIGUOUS. */
async function readPage({ client, workspaceId }: Session, name: string) {
  const input = { workspaceId: await workspaceId(), page: name, maxBytes: partBytes }
  const { nextOffset, ...page } = await client.pages.get(input, repeatable())
  if (nextOffset === null) return page
  // By its ID: its title may change between the parts.
  const rest = { ...input, page: page.id, offset: nextOffset }
  const parts = [page.markdown]
  for await (const part of eachPart(client.pages.get, rest, repeatable())) {
    if (part.version !== page.version)
      throw new CommandError(changedMeanwhile, 'VERSION_CONFLICT', 5)
    parts.push(part.markdown)
  }
  return { ...page, markdown: parts.join('') }
}

export async function getPage(session: Session, { words: [name = ''] }: Given): Promise<Report> {
  const page = await readPage(session, name)
  const { markdown } = page
  return { text: session.terminal.isScreen ? printableLines(markdown) : markdown, json: page }
}

/** Throws PAGE_NOT_FOUND. */
export async function listPages(session: Session, given: Given): Promise<Report> {
  const [parent] = given.words
  const depth = readNumber(given, 'depth')
  const input = {
    workspaceId: await session.workspaceId(),
    limit: 500,
    ...(parent === undefined ? {} : { parentId: await findPageId(session, parent) }),
    ...(depth === undefined ? {} : { depth }),
  }
  const pages = []
  for await (const page of eachItem(session.client.pages.list, input, 'pages', repeatable())) {
    pages.push(page)
  }
  const text = pages
    .map(({ id, title, depth: level }) => `${id}\t${'  '.repeat(level - 1)}${printable(title)}`)
    .join('\n')
  return { text, json: { pages } }
}

export async function searchPages(session: Session, given: Given): Promise<Report> {
  const under = given.text('under')
  const tag = given.text('tag')
  const limit = readNumber(given, 'limit')
  const found = await session.client.search.find(
    {
      workspaceId: await session.workspaceId(),
      query: given.words.join(' '),
      ...(limit === undefined ? {} : { k: limit }),
      ...(tag === undefined ? {} : { tag }),
      ...(under === undefined ? {} : { underPageId: await findPageId(session, under) }),
    },
    repeatable(),
  )
  const text = found.results
    .map(({ pageId, title, content }) => `${row(pageId, title)}\n    ${printable(content)}`)
    .join('\n')
  return { text, json: found }
}
