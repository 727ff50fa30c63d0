import { sources, type Transaction } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import {
  ChangedMeanwhile,
  type PageChanges,
  prepareChange,
  type PreparedChange,
  writePrepared,
} from '../../pages/change.ts'
import { checkpoint } from '../../pages/journal/checkpoint.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { requirePage } from '../../pages/tree.ts'
import { textOf } from '../compare.ts'
import { type FolderFile, notMarkdown, sha256Of } from '../files.ts'
import { sourceOf } from '../folder.ts'
import type { Plan, PlannedPage } from '../plan.ts'
import type { AddedFile, Addresses } from './added-files.ts'

/** A change of a page of a skill, with what takes time done before the transaction. */
export type PreparedText = {
  path: string
  /** Of the file that the page is then. */
  sha256: string
  prepared: PreparedChange
  version: number
  /** Undefined if it stays. */
  source: Uint8Array | undefined
}

type GivenText = { path: string; content: Uint8Array; current: FolderFile | undefined }

/** A page that gets the text of a file. Throws FORBIDDEN, BUSY or VALIDATION_FAILED. */
export async function prepareText(
  context: WorkspaceContext,
  plan: Plan,
  { path, content, current }: GivenText,
  addresses: Addresses,
): Promise<PreparedText> {
  const { viewer, store } = context
  const { workspaceId, ownership, id: mainId } = plan.main
  const address = { workspaceId, pageId: current?.source?.pageId ?? mainId }
  const page = await requirePage(store, viewer, address.pageId, 'write')
  const isMain = page.id === mainId
  const text = textOf(content)
  if (text === undefined) throw notMarkdown(path)
  const read = await context.content.readSkillFile({
    id: page.id,
    text,
    title: page.title,
    path,
    paths: addresses,
    before: {
      text: textOf((await current?.read()) ?? new Uint8Array()) ?? '',
      properties: page.properties,
      source: await sourceOf(store, address),
      name: isMain ? plan.name : undefined,
      isSkill: isMain && ownership === 'SKILL',
    },
  })
  if (read === undefined) throw notMarkdown(path)
  const properties = read.properties.source
  const changes = { content: read.content, ...(properties !== page.properties && { properties }) }
  return {
    path,
    sha256: sha256Of(Buffer.from(read.written.text)),
    prepared: await prepare(context, { ...address, lastTitle: page.title }, changes),
    version: current?.source?.version ?? page.version,
    source: read.source,
  }
}

/** The pages of a skill that link to files which others replace, with the new ones. Throws FORBIDDEN or BUSY. */
export async function prepareRelinked(
  context: WorkspaceContext,
  { main, pages }: Plan,
  added: readonly AddedFile[],
): Promise<PreparedText[]> {
  const files = added.flatMap(({ id, content, current }) =>
    current?.fileId === undefined ? [] : [{ from: current.fileId, to: id, size: content.length }],
  )
  const found: PreparedText[] = []
  for (const page of files.length === 0 ? [] : pages) {
    const relinked = await prepareRelink(context, { workspaceId: main.workspaceId, page, files })
    if (relinked !== undefined) found.push(relinked)
  }
  return found
}

type Relink = {
  workspaceId: string
  page: PlannedPage
  files: readonly { from: string; to: string; size: number }[]
}

async function prepareRelink(
  context: WorkspaceContext,
  { workspaceId, page, files }: Relink,
): Promise<PreparedText | undefined> {
  const { id, title, path, version } = page
  const address = { workspaceId, pageId: id }
  const document = await currentDocument(context, context.store, address)
  if (document === undefined || !files.some(({ from }) => document.includes(from))) return undefined
  const content = await context.content.changeLinks(
    { id, document },
    { kind: 'replace files', files },
  )
  if (content === undefined) return undefined
  await requirePage(context.store, context.viewer, id, 'write')
  const prepared = await prepare(context, { ...address, lastTitle: title }, { content })
  return { path, sha256: '', prepared, version, source: undefined }
}

async function prepare(
  context: WorkspaceContext,
  address: { workspaceId: string; pageId: string; lastTitle: string },
  changes: PageChanges,
): Promise<PreparedChange> {
  const prepared = await prepareChange(context, address, changes)
  if (prepared !== 'behind') return prepared
  await checkpoint(context, address)
  throw new ChangedMeanwhile()
}

/** Whether the page waits for its search entry. Throws BUSY. */
export async function writeText(
  transaction: Transaction,
  context: WorkspaceContext,
  { prepared, version, source }: PreparedText,
): Promise<boolean> {
  const { answer, waits } = await writePrepared<'outdated'>(
    transaction,
    context,
    prepared,
    async (_transaction, now) => {
      if (now.version !== version) return 'outdated'
      if (context.draft === undefined && source !== undefined)
        await sources.put(transaction, prepared.address, source)
      return undefined
    },
  )
  if (typeof answer === 'string') throw new ChangedMeanwhile()
  return waits
}
