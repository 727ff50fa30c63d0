import { stateOf, uploadAll, uploadChanged } from './attachments.ts'
import { keepConflict } from './conflicts.ts'
import { readText } from './disk.ts'
import { afterSave, isRefusal, type Saved, send, type Write } from './pending.ts'
import type { ParentRef, PushPlan } from './plan.ts'
import type { PageRecord } from './records.ts'
import { markRelinking, putAttachment, putRecord, removeRecord, type State } from './state.ts'
import type { SyncContext } from './sync-context.ts'

/** What happened, for the report; `refused` are the paths whose changes the server refused. */
export type Outcome = { changes: number; conflicts: number; refused: Set<string> }

/** As many as the server takes. */
const filesPerSave = 500

/** Brings the changes of the folder to the server. */
export async function push(
  context: SyncContext,
  state: State,
  plan: PushPlan,
  outcome: Outcome,
): Promise<void> {
  const nameOf = (pageId: string) => state.records.get(pageId)?.path ?? pageId
  const created = await createPages(context, state, plan, outcome)
  for (const { pageId, parent } of plan.moves) {
    await attempt(context, outcome, nameOf(pageId), () =>
      movePage(context, state, { pageId, parent, created }),
    )
  }
  for (const { pageId, file } of plan.renames) {
    const record = state.records.get(pageId)
    if (record === undefined) continue
    const text = record.text ?? ''
    const write = { kind: 'save', pageId, text, base: text, file, isBase: true } as const
    await attempt(context, outcome, record.path, async () => {
      const { saved } = await send(context, state, write)
      // A page that gets a folder beside its file keeps its name.
      const isNamed = plan.matched.at.get(pageId) === record.path
      if (saved?.conflicts.length !== 0 || isNamed) return
      context.report(`renamed ${record.path} to ${file.name}`)
    })
  }
  for (const pageId of plan.emptied) {
    await attempt(context, outcome, nameOf(pageId), () => emptyPage(context, state, pageId))
  }
  await savePages(context, state, plan, outcome)
  for (const pageId of plan.removals) {
    await attempt(context, outcome, nameOf(pageId), () => removePage(context, state, pageId))
  }
  await saveAttachments(context, state, outcome)
}

/** A refused change is reported, and the others go on. */
async function attempt(
  { warn }: SyncContext,
  outcome: Outcome,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  if (outcome.refused.has(name)) return
  try {
    await work()
    outcome.changes += 1
  } catch (error) {
    if (!isRefusal(error)) throw error
    outcome.refused.add(name)
    warn(`${name}: ${error.message}`)
  }
}

/** The IDs of new pages by their place in the folder. */
type Created = Map<string, string>

async function createPages(
  context: SyncContext,
  state: State,
  plan: PushPlan,
  outcome: Outcome,
): Promise<Created> {
  const created: Created = new Map()
  for (const { at, parent, file, path, folder } of plan.creations) {
    await attempt(context, outcome, at, async () => {
      const parentId = idOf(parent, created)
      if (parentId === undefined) return
      const record = {
        parentId,
        path: path ?? `${at}/index.md`,
        folder,
        version: 0,
        revision: '',
        text: path === undefined ? null : '',
      }
      const under = parentId ?? context.underPageId
      const write = { kind: 'create', parentId: under, file, record } as const
      const { pageId } = await send(context, state, write)
      created.set(at, pageId)
      if (path === undefined) return
      context.report(`created ${path}`)
      plan.saves.push({ pageId, path, isChangedThere: false, isEmptied: false })
    })
  }
  return created
}

/** Undefined for a parent that could not be created. */
function idOf(parent: ParentRef, created: Created): string | null | undefined {
  if (parent === null) return null
  return 'pageId' in parent ? parent.pageId : created.get(parent.at)
}

async function movePage(
  { root, client, workspaceId, underPageId, report, step }: SyncContext,
  state: State,
  { pageId, parent, created }: { pageId: string; parent: ParentRef; created: Created },
): Promise<void> {
  const record = state.records.get(pageId)
  const parentId = idOf(parent, created)
  if (record === undefined || parentId === undefined) return
  const newParentId = parentId ?? underPageId
  const { pages } = await client.pages.list({
    workspaceId,
    parentId: newParentId,
    depth: 1,
    limit: 500,
  })
  const last = pages.findLast(({ id }) => id !== pageId)
  step()
  await client.pages.move(
    { workspaceId, pageId, newParentId, prevPageId: last?.id ?? null },
    { idempotencyKey: crypto.randomUUID() },
  )
  step()
  await putRecord(root, state, { ...record, parentId, revision: '' })
  report(`moved ${record.path}`)
}

/** The page of a folder whose own file is gone stays as the folder. */
async function emptyPage(context: SyncContext, state: State, pageId: string): Promise<void> {
  const record = state.records.get(pageId)
  if (record?.folder == null || record.text === null) return
  const name = record.folder.split('/').at(-1) ?? ''
  const { saved } = await send(context, state, {
    kind: 'save',
    pageId,
    text: '',
    base: record.text,
    file: { name, index: '' },
    isBase: false,
  })
  if (saved?.conflicts.length !== 0) return
  await putRecord(context.root, state, { ...record, text: null, revision: '' })
  context.report(`emptied ${record.path}`)
}

async function removePage(
  { root, client, workspaceId, report, step }: SyncContext,
  state: State,
  pageId: string,
): Promise<void> {
  const record = state.records.get(pageId)
  step()
  await client.trash
    .remove({ workspaceId, pageId }, { idempotencyKey: crypto.randomUUID() })
    .catch((error: unknown) => {
      if (!isRefusal(error) || error.status !== 404) throw error
    })
  step()
  // Links to the page have another address now.
  await markRelinking(root)
  await removeRecord(root, state, pageId)
  if (record !== undefined) report(`moved the page of ${record.path} to the trash`)
}

async function savePages(
  context: SyncContext,
  state: State,
  { saves }: PushPlan,
  outcome: Outcome,
): Promise<void> {
  for (const { pageId, path, isChangedThere, isEmptied } of saves) {
    await attempt(context, outcome, path, async () => {
      const record = state.records.get(pageId)
      const text = await readText(context.root, path)
      if (record === undefined || text === undefined || text === record.text) return
      // A program has just begun to write it.
      if (text === '' && !isEmptied) return
      await savePage(context, state, { record, path, text, isChangedThere }, outcome)
    })
  }
}

type Edited = { record: PageRecord; path: string; text: string; isChangedThere: boolean }

async function savePage(
  context: SyncContext,
  state: State,
  { record, path, text, isChangedThere }: Edited,
  outcome: Outcome,
): Promise<void> {
  const { pageId, version: baseVersion } = record
  const base = record.text ?? ''
  // Both sides can have made the same change.
  if (isChangedThere && (await isOnServer(context, pageId, text))) {
    await putRecord(context.root, state, afterSave(record, text))
    return
  }
  const write = { kind: 'save', pageId, text, base, baseVersion, isBase: true } as const
  const { saved } = await send(context, state, write)
  if (saved === undefined) return
  if (saved.conflicts.length > 0) {
    outcome.conflicts += 1
    await takeConflict(context, state, { record, path, text })
    return
  }
  context.report(`saved ${path}`)
  await saveFiles(context, state, { pageId, text }, saved)
}

async function isOnServer(
  { client, workspaceId, underPageId }: SyncContext,
  pageId: string,
  text: string,
): Promise<boolean> {
  const { files } = await client.markdownFiles.read({ workspaceId, underPageId, pageIds: [pageId] })
  return files[0]?.text === text
}

/** Uploads the files that a saved text links to, and saves it again with them. */
async function saveFiles(
  context: SyncContext,
  state: State,
  { pageId, text }: { pageId: string; text: string },
  { unresolved }: Saved,
): Promise<void> {
  const uploaded = await uploadAll(context, state, unresolved)
  for (let from = 0; from < uploaded.length; from += filesPerSave) {
    const files = uploaded.slice(from, from + filesPerSave)
    const write: Write = { kind: 'save', pageId, text, base: text, files, isBase: true }
    await send(context, state, write)
    await noteUploaded(context, state, files)
  }
}

async function noteUploaded(
  { root, report }: SyncContext,
  state: State,
  files: readonly { path: string; fileId: string }[],
): Promise<void> {
  for (const { path, fileId } of files) {
    const now = await stateOf(root, path, undefined)
    if (now === undefined) continue
    await putAttachment(root, state, path, { ...now, fileId })
    report(`uploaded ${path}`)
  }
}

/** The folder gets the text of the server, and keeps its own beside it. */
async function takeConflict(
  context: SyncContext,
  state: State,
  { record, path, text }: Omit<Edited, 'isChangedThere'>,
): Promise<void> {
  const conflictFile = await keepConflict(context, { pageId: record.pageId, path, text })
  await putRecord(context.root, state, afterSave(record, text))
  context.warn(`${path} conflicts with the page. Your version is in ${conflictFile}.`)
}

/** A changed file is a new one for the pages that link to it. */
async function saveAttachments(
  context: SyncContext,
  state: State,
  outcome: Outcome,
): Promise<void> {
  const files = await uploadChanged(context, state)
  for (const file of files) {
    const name = file.path.split('/').at(-1) ?? ''
    const mentions = [name, encodeURIComponent(name), encodeURI(name)]
    for (const { pageId, path, text } of state.records.values()) {
      if (text === null || !mentions.some((mention) => text.includes(mention))) continue
      const write: Write = { kind: 'save', pageId, text, base: text, files: [file], isBase: true }
      await attempt(context, outcome, path, async () => {
        await send(context, state, write)
      })
    }
  }
  await noteUploaded(context, state, files)
}
