import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { files as storedFiles, skillDrafts, sources, type Transaction } from '../../store/index.ts'
import { requireFileQuota, requirePageQuota } from '../administration/quotas.ts'
import type { WorkspaceContext } from '../context.ts'
import { attach } from '../pages/attachments.ts'
import { changeInQueues } from '../pages/batch/in-queues.ts'
import {
  ChangedMeanwhile,
  prepareChange,
  type PreparedChange,
  writePrepared,
} from '../pages/change.ts'
import { addPage } from '../pages/create.ts'
import { checkpoint } from '../pages/journal/checkpoint.ts'
import { requirePage } from '../pages/tree.ts'
import { indexPending } from '../search/reindex.ts'
import { textOf } from './compare.ts'
import { type FolderFile, isScript, sha256Of } from './files.ts'
import { addressesOf, sourceOf, writeFolder } from './folder.ts'
import { isText, readPage, type ReadPage, storeFile, titleOf } from './import-folder.ts'
import { comparable, isSafePath } from './names.ts'
import { type Plan, planSkill } from './plan.ts'
import { requireSkill } from './rights.ts'

/** A file as it should be, and what it was when the caller read it; null if it was not there. */
export type GivenFile = { path: string; content: Uint8Array; expectedSha256: string | null }
export type WrittenChange = {
  path: string
  change: 'added' | 'changed' | 'same'
  /** Of the file in the draft. */
  sha256: string
}

type Input = { workspaceId: string; pageId: string; files: readonly GivenFile[] }
type Draft = { plan: Plan; files: ReadonlyMap<string, FolderFile> }
type GivenChange = { given: GivenFile; current: FolderFile | undefined }

/**
 * Changes the draft of a skill by files of its folder: texts of its pages, new pages and attached files, in one
 * transaction. Files that are left out stay. Throws PAGE_NOT_FOUND, NOT_FOUND, FORBIDDEN, VALIDATION_FAILED,
 * VERSION_CONFLICT or QUOTA_EXCEEDED.
 */
export async function writeFiles(
  context: WorkspaceContext,
  input: Input,
): Promise<WrittenChange[]> {
  const { pageId, workspaceId } = input
  const main = await requireSkill(context, context.store, pageId)
  await requirePage(context.store, context.viewer, pageId, 'write')
  const { pages } = await planSkill(context, main)
  const pageIds = pages.map(({ id }) => id)
  return changeInQueues(context, { workspaceId, pageIds }, () => attempt(context, input))
}

async function attempt(context: WorkspaceContext, input: Input): Promise<WrittenChange[]> {
  const { workspaceId, pageId } = input
  const plan = await planSkill(context, await requireSkill(context, context.store, pageId))
  const { files } = await writeFolder(context, plan)
  const draft: Draft = { plan, files: new Map(files.map((file) => [file.path, file])) }
  const all = input.files.map((given) => ({ given, current: draft.files.get(given.path) }))
  const different = all.filter(({ given, current }) => current?.sha256 !== sha256Of(given.content))
  requireUnchanged(different)
  requirePaths(draft, input.files)
  const texts = different.filter(({ current }) => current?.source !== undefined)
  const others = different.filter(({ current }) => current?.source === undefined)
  if (others.length > 0) requireWriter(context, others)
  const added = await prepareAdded(context, draft, { workspaceId, pageId, others })
  const prepared: PreparedText[] = []
  for (const text of texts) prepared.push(await prepareText(context, draft, text))
  const waits = await context.store.transactAlone({ workspaceId }, async (transaction) => {
    await requirePage(transaction, context.viewer, pageId, 'write')
    const waiting: boolean[] = []
    for (const text of prepared) waiting.push(await writeText(transaction, context, text))
    await added(transaction)
    return waiting.includes(true)
  })
  if (waits) await indexPending(context, workspaceId)
  const rewritten = new Map(prepared.map(({ path, sha256 }) => [path, sha256]))
  return all.map(({ given: { path, content }, current }) => {
    const isSame = !different.some(({ given }) => given.path === path)
    const change = isSame ? 'same' : current === undefined ? 'added' : 'changed'
    return { path, change, sha256: rewritten.get(path) ?? sha256Of(content) }
  })
}

/** Throws VERSION_CONFLICT for files that are others than the caller read. */
function requireUnchanged(changes: readonly GivenChange[]): void {
  const paths = changes
    .filter(({ given, current }) => (current?.sha256 ?? null) !== given.expectedSha256)
    .map(({ given }) => given.path)
  if (paths.length === 0) return
  throw new AppError(
    'VERSION_CONFLICT',
    `Others have changed ${paths.join(', ')} since you read the skill. Read the draft, and apply your changes to it.`,
  )
}

function requirePaths({ plan, files }: Draft, given: readonly GivenFile[]): void {
  const known = new Map([...files.keys()].map((path) => [comparable(path), path]))
  const seen = new Set<string>()
  for (const [index, { path }] of given.entries()) {
    const same = known.get(comparable(path))
    const isOne = plan.main.ownership === 'AGENT' && same === undefined
    const isFree = (same === undefined || same === path) && !seen.has(comparable(path))
    seen.add(comparable(path))
    if (isSafePath(path) && isFree && !isOne) continue
    const message = isOne
      ? 'must be the file of the agent: an agent has no other files'
      : 'must be a path in the folder, such as scripts/run.sh, that no other file has'
    throw invalidInput([{ path: `/files/${index}/path`, rule: 'path', message }])
  }
}

/** A proposal has changes of texts alone. */
function requireWriter({ draft }: WorkspaceContext, others: readonly GivenChange[]): void {
  if (draft === undefined) return
  const paths = others.map(({ given }) => given.path).join(', ')
  throw new AppError(
    'FORBIDDEN',
    `You may only propose changes to the texts of existing pages, not add or replace ${paths}. Ask someone who may write.`,
  )
}

type PreparedText = {
  path: string
  sha256: string
  prepared: PreparedChange
  version: number
  source: Uint8Array
}

async function prepareText(
  context: WorkspaceContext,
  { plan }: Draft,
  { given: { path, content }, current }: GivenChange,
): Promise<PreparedText> {
  const { viewer, store } = context
  const { workspaceId, ownership, id: mainId } = plan.main
  const address = { workspaceId, pageId: current?.source?.pageId ?? mainId }
  const page = await requirePage(store, viewer, address.pageId, 'write')
  const isMain = page.id === mainId
  const read = await context.content.readSkillFile({
    id: page.id,
    text: requireText(path, content),
    title: page.title,
    path,
    paths: addressesOf(plan),
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
  const prepared = await prepareChange(context, { ...address, lastTitle: page.title }, changes)
  if (prepared === 'behind') {
    await checkpoint(context, address)
    throw new ChangedMeanwhile()
  }
  const sha256 = sha256Of(Buffer.from(read.written.text))
  const version = current?.source?.version ?? page.version
  return { path, sha256, prepared, version, source: read.source }
}

/** Whether the page waits for its search entry. */
async function writeText(
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
      if (context.draft === undefined) await sources.put(transaction, prepared.address, source)
      return undefined
    },
  )
  if (typeof answer === 'string') throw new ChangedMeanwhile()
  return waits
}

type Added = { workspaceId: string; pageId: string; others: readonly GivenChange[] }

/** Stores new files and reads new pages. Returns what adds them in a transaction. */
async function prepareAdded(
  context: WorkspaceContext,
  { plan }: Draft,
  { workspaceId, pageId, others }: Added,
): Promise<(transaction: Transaction) => Promise<void>> {
  const isNewPage = ({ given, current }: GivenChange) =>
    current === undefined && isText(given.path, given.content)
  const texts = others.filter(isNewPage)
  const attached = others.filter((change) => !isNewPage(change))
  await requirePageQuota(context, workspaceId, texts.length)
  const bytes = attached.reduce((sum, { given }) => sum + given.content.length, 0)
  await requireFileQuota(context, workspaceId, bytes)
  const pages: ReadPage[] = []
  for (const { given } of texts) {
    const { path, content } = given
    const file = { path, content, isExecutable: false }
    const about = { id: newId(), title: titleOf(path), paths: addressesOf(plan), isMain: true }
    const read = await readPage(context, file, about)
    if (read === undefined) throw notMarkdown(path)
    pages.push({ ...read, page: { ...read.page, workspaceId, parentId: pageId } })
  }
  const files: { fileId: string; change: GivenChange }[] = []
  for (const change of attached) {
    const { path, content } = change.given
    const isExecutable = change.current?.isExecutable ?? isScript(content)
    const fileId = await storeFile(context, workspaceId, { path, content, isExecutable })
    files.push({ fileId, change })
  }
  return async (transaction) => {
    const address = { workspaceId, pageId }
    for (const { page, id, source, file } of pages) {
      await addPage(transaction, context, page)
      await sources.put(transaction, { workspaceId, pageId: id }, source)
      await skillDrafts.putPath(transaction, address, {
        itemId: id,
        path: file.path,
        isExecutable: 0,
      })
    }
    for (const { fileId, change } of files) {
      const { given, current } = change
      const isExecutable = (current?.isExecutable ?? isScript(given.content)) ? 1 : 0
      const replaced = current?.fileId
      if (replaced !== undefined)
        await storedFiles.detachFrom(transaction, { ...address, fileId: replaced })
      await skillDrafts.putPath(transaction, address, {
        itemId: fileId,
        path: given.path,
        isExecutable,
      })
      await attach(transaction, context, { ...address, fileId })
    }
  }
}

function requireText(path: string, content: Uint8Array): string {
  const text = textOf(content)
  if (text === undefined) throw notMarkdown(path)
  return text
}

function notMarkdown(path: string): AppError {
  return new AppError('VALIDATION_FAILED', `${path} is not Markdown in UTF-8. Correct the file.`)
}
