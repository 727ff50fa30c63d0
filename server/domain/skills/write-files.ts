import { AppError, invalidInput } from '../../lib/errors.ts'
import { skillStates } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { changeInQueues } from '../pages/batch/in-queues.ts'
import { requirePage } from '../pages/tree.ts'
import { indexPages } from '../search/reindex.ts'
import { publishDue } from './automatic.ts'
import { addressesWith, identify, prepareAdded } from './drafts/added-files.ts'
import { pushOf } from './drafts/pushes.ts'
import { findRemoved, type GivenRemoval, removeFiles } from './drafts/removed-files.ts'
import { prepareRelinked, prepareText, type PreparedText, writeText } from './drafts/texts.ts'
import { type FolderFile, sha256Of } from './files.ts'
import { writeFolder } from './folder.ts'
import { comparable, reasonAgainst } from './names.ts'
import { type Plan, planSkill } from './plan.ts'
import { requireSkill } from './rights.ts'

/** A file as it should be, and what it was when the caller read it; null if it was not there. */
export type GivenFile = {
  path: string
  content: Uint8Array
  expectedSha256: string | null
  isExecutable?: boolean | undefined
}
export type WrittenChange = {
  path: string
  change: 'added' | 'changed' | 'same' | 'removed'
  /** Of the file in the draft, or of the one that was removed. */
  sha256: string
}

type Input = {
  workspaceId: string
  pageId: string
  files: readonly GivenFile[]
  remove?: readonly GivenRemoval[]
}
type Draft = { plan: Plan; files: ReadonlyMap<string, FolderFile> }
type GivenChange = GivenFile & { current: FolderFile | undefined }

/**
 * Changes the draft of a skill by files of its folder: texts of its pages, new pages and attached files, and files to
 * remove, in one transaction. Files that are left out stay. Throws PAGE_NOT_FOUND, NOT_FOUND, FORBIDDEN, VALIDATION_FAILED,
 * VERSION_CONFLICT or QUOTA_EXCEEDED.
 */
export async function writeFiles(
  context: WorkspaceContext,
  input: Input,
): Promise<WrittenChange[]> {
  const { pageId, workspaceId } = input
  const main = await requireSkill(context, context.store, pageId)
  await requirePage(context.store, context.viewer, pageId, 'write')
  // What was changed before is not part of what is sent now.
  await publishDue(context, workspaceId)
  const { pages } = await planSkill(context, main)
  const pageIds = pages.map(({ id }) => id)
  return changeInQueues(context, { workspaceId, pageIds }, () => attempt(context, input))
}

async function attempt(context: WorkspaceContext, input: Input): Promise<WrittenChange[]> {
  const { workspaceId, pageId } = input
  const plan = await planSkill(context, await requireSkill(context, context.store, pageId))
  const folder = await writeFolder(context, plan)
  const draft: Draft = { plan, files: new Map(folder.files.map((file) => [file.path, file])) }
  const all = input.files.map((given) => ({ ...given, current: draft.files.get(given.path) }))
  const different = all.filter(({ content, current }) => current?.sha256 !== sha256Of(content))
  requireUnchanged(different)
  requirePaths(draft, input.files)
  const [texts, others] = partition(different)
  const sentPaths = new Set(input.files.map(({ path }) => path))
  const removed = findRemoved(plan, draft.files, { removals: input.remove ?? [], sent: sentPaths })
  requireWriter(context, [...others, ...removed])
  const added = identify(others)
  const addresses = addressesWith(plan, added)
  const prepared: PreparedText[] = []
  for (const text of texts) prepared.push(await prepareText(context, plan, text, addresses))
  const paths = new Set([...texts, ...removed].map(({ path }) => path))
  const unsent = { ...plan, pages: plan.pages.filter(({ path }) => !paths.has(path)) }
  const relinked = await prepareRelinked(context, unsent, added)
  const { add, files } = await prepareAdded(context, plan, { added, addresses, removed })
  const sent = [...prepared.map((text) => ({ ...text, isExecutable: false })), ...files]
  const push = await pushOf(
    context,
    { plan, folder },
    { sent, hasFiles: added.length > 0, removed },
  )
  const waiting = await context.store.transactAlone({ workspaceId }, async (transaction) => {
    await requirePage(transaction, context.viewer, pageId, 'write')
    const pageIds: string[] = []
    for (const text of [...prepared, ...relinked]) {
      if (await writeText(transaction, context, text)) pageIds.push(text.prepared.address.pageId)
    }
    if (removed.length > 0) await removeFiles(transaction, context, plan, removed)
    await add(transaction)
    if (push !== undefined) await skillStates.putPush(transaction, { workspaceId, pageId }, push)
    return pageIds
  })
  await indexPages(context, workspaceId, waiting)
  const digests = new Map(sent.map(({ path, sha256 }) => [path, sha256]))
  const written = all.map(({ path, content, current }): WrittenChange => {
    const isSame = !different.some((one) => one.path === path)
    const change = isSame ? 'same' : current === undefined ? 'added' : 'changed'
    return { path, change, sha256: digests.get(path) ?? sha256Of(content) }
  })
  return [
    ...written,
    ...removed.map(({ path, sha256 }) => ({ path, sha256, change: 'removed' as const })),
  ]
}

/** Files that are pages, and files that are attached or new. */
function partition(changes: readonly GivenChange[]): [GivenChange[], GivenChange[]] {
  return [
    changes.filter(({ current }) => current?.source !== undefined),
    changes.filter(({ current }) => current?.source === undefined),
  ]
}

/** Throws VERSION_CONFLICT for files that are others than the caller read. */
function requireUnchanged(changes: readonly GivenChange[]): void {
  const paths = changes
    .filter(({ expectedSha256, current }) => (current?.sha256 ?? null) !== expectedSha256)
    .map(({ path }) => path)
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
    const reason = reasonAgainst(path)
    if (reason === undefined && isFree && !isOne) continue
    const why = reason === undefined ? '' : `: ${reason}`
    const message = isOne
      ? 'must be the file of the agent: an agent has no other files'
      : `must be a path in the folder, such as scripts/run.sh, that no other file has${why}`
    throw invalidInput([{ path: `/files/${index}/path`, rule: 'path', message }])
  }
}

/** A proposal has changes of texts alone. */
function requireWriter({ draft }: WorkspaceContext, others: readonly { path: string }[]): void {
  if (draft === undefined || others.length === 0) return
  const paths = others.map(({ path }) => path).join(', ')
  throw new AppError(
    'FORBIDDEN',
    `You may only propose changes to the texts of existing pages, not add, replace or remove ${paths}. Ask someone who may write.`,
  )
}
