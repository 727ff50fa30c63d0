import { posix } from 'node:path'
import { stateOf, uploadAll, uploadChanged } from './attachments.ts'
import { chunks } from './chunks.ts'
import { keepConflict } from './conflicts.ts'
import { createPages, idOf } from './create-pages.ts'
import { readText } from './disk.ts'
import { attempt, type Outcome } from './outcome.ts'
import { adjacentFolder } from './paths.ts'
import {
  afterSave,
  isRefusal,
  type Saved,
  send,
  sendAll,
  type Sent,
  withoutUploads,
  type Write,
} from './pending.ts'
import type { PushPlan, Save } from './plan.ts'
import { hasNoText, isNewFolder, type PageRecord } from './records.ts'
import { markRelinking, putAttachment, putRecord, removeRecord, type State } from './state.ts'
import type { SyncContext } from './sync-context.ts'

/** As many as the server takes. */
const filesPerSave = 500

/** More texts of new files are left to later rounds, so that edits are sent meanwhile. */
const firstTextsPerRound = 200
const savesAtOnce = 32

/** Whether new files are left to later rounds, and the new pages that are not finished. */
export type Left = { isAny: boolean; waiting: ReadonlySet<string> }

/** Brings the changes of the folder to the server. Of many new files, it creates the pages of some first. */
export async function push(
  context: SyncContext,
  state: State,
  plan: PushPlan,
  outcome: Outcome,
): Promise<Left> {
  await finishFiles(context, state, outcome)
  const nameOf = (pageId: string) => state.records.get(pageId)?.path ?? pageId
  const { created, left } = await createPages(context, state, plan, outcome)
  for (const { pageId, parent } of plan.moves) {
    const parentId = idOf(parent, created)
    if (parentId === undefined) continue
    await attempt(context, outcome, nameOf(pageId), () =>
      movePage(context, state, { pageId, parentId }),
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
  const waiting = await savePages(context, state, plan.saves, { outcome, left })
  for (const pageId of plan.removals) {
    await attempt(context, outcome, nameOf(pageId), () => removePage(context, state, pageId))
  }
  await saveAttachments(context, state, outcome)
  // The server lists a folder without pages as a file.
  const folders = [...state.records.values()].filter(isNewFolder)
  if (left.length > 0) for (const { pageId } of folders) waiting.add(pageId)
  return { isAny: left.length > 0 || waiting.size > 0, waiting }
}

async function movePage(
  { root, client, workspaceId, underPageId, report, step }: SyncContext,
  state: State,
  { pageId, parentId }: { pageId: string; parentId: string | null },
): Promise<void> {
  const record = state.records.get(pageId)
  if (record === undefined) return
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

/** Saves edits, then first texts, which can link to all new pages. Returns the pages that wait for theirs. */
async function savePages(
  context: SyncContext,
  state: State,
  saves: readonly Save[],
  { outcome, left }: { outcome: Outcome; left: readonly string[] },
): Promise<Set<string>> {
  const open = saves.filter(({ path }) => !outcome.refused.has(path))
  const isFirst = ({ pageId }: Save) => {
    const record = state.records.get(pageId)
    return record !== undefined && hasNoText(record)
  }
  const firsts = open.filter(isFirst)
  const now = left.length > 0 ? [] : firsts.slice(0, firstTextsPerRound)
  const edits = open.filter((save) => !isFirst(save))
  // A few are read right before they are sent.
  const atOnce = edits.length > savesAtOnce ? savesAtOnce : 1
  for (const some of [...chunks(edits, atOnce), ...chunks(now, savesAtOnce)]) {
    const edited = await Promise.all(some.map((save) => readEdited(context, state, save, left)))
    await saveSome(
      context,
      state,
      edited.filter((one) => one !== undefined),
      outcome,
    )
  }
  return new Set(firsts.slice(now.length).map(({ pageId }) => pageId))
}

type Edited = { record: PageRecord; path: string; text: string; isChangedThere: boolean }

/** Undefined for a file that is not saved now. */
async function readEdited(
  { root }: SyncContext,
  state: State,
  { pageId, path, isChangedThere, isEmptied }: Save,
  left: readonly string[],
): Promise<Edited | undefined> {
  const record = state.records.get(pageId)
  const text = await readText(root, path)
  if (record === undefined || text === undefined || text === record.text) return undefined
  // A program has just begun to write it.
  if (text === '' && !isEmptied) return undefined
  // Its links would not find the page.
  if (left.some((at) => isMentioned(text, posix.basename(adjacentFolder(at))))) return undefined
  return { record, path, text, isChangedThere }
}

async function saveSome(
  context: SyncContext,
  state: State,
  edited: readonly Edited[],
  outcome: Outcome,
): Promise<void> {
  const open: Edited[] = []
  for (const one of edited) {
    const { record, path, text, isChangedThere } = one
    // Both sides can have made the same change.
    const isSame = isChangedThere && (await isOnServer(context, record.pageId, text))
    if (!isSame) open.push(one)
    else {
      await attempt(context, outcome, path, () =>
        putRecord(context.root, state, afterSave(record, text)),
      )
    }
  }
  if (open.length === 0) return
  const sent = await sendAll(
    context,
    state,
    open.map(({ record: { pageId, version: baseVersion, text: base }, text }) => {
      return { kind: 'save', pageId, text, base: base ?? '', baseVersion, isBase: true }
    }),
  )
  for (const [index, one] of open.entries()) {
    await attempt(context, outcome, one.path, () =>
      finishSave(context, state, { ...one, sent: sent[index] }, outcome),
    )
  }
}

async function finishSave(
  context: SyncContext,
  state: State,
  { record, path, text, sent }: Edited & { sent: PromiseSettledResult<Sent> | undefined },
  outcome: Outcome,
): Promise<void> {
  if (sent?.status === 'rejected') throw sent.reason
  const { saved } = sent?.value ?? {}
  if (saved === undefined) return
  if (saved.conflicts.length > 0) {
    outcome.conflicts += 1
    await takeConflict(context, state, { record, path, text })
    return
  }
  context.report(`saved ${path}`)
  await saveFiles(context, state, { pageId: record.pageId, text }, saved)
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
  { unresolved }: Pick<Saved, 'unresolved'>,
): Promise<void> {
  const uploaded = await uploadAll(context, state, unresolved)
  for (let from = 0; from < uploaded.length; from += filesPerSave) {
    const files = uploaded.slice(from, from + filesPerSave)
    const write: Write = { kind: 'save', pageId, text, base: text, files, isBase: true }
    await send(context, state, write)
    await noteUploaded(context, state, files)
  }
  await endUploads(context, state, pageId)
}

async function endUploads({ root }: SyncContext, state: State, pageId: string): Promise<void> {
  const record = state.records.get(pageId)
  if (record?.toUpload !== undefined) await putRecord(root, state, withoutUploads(record))
}

/** Uploads the files of texts that were saved by a program that ended before. */
async function finishFiles(context: SyncContext, state: State, outcome: Outcome): Promise<void> {
  for (const { pageId, path, text, toUpload } of state.records.values()) {
    if (toUpload === undefined || text === null) continue
    await attempt(context, outcome, path, async () => {
      try {
        await saveFiles(context, state, { pageId, text }, { unresolved: toUpload })
      } catch (error) {
        // The page is gone, or cannot be written any more.
        if (isRefusal(error)) await endUploads(context, state, pageId)
        throw error
      }
    })
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
    for (const { pageId, path, text } of state.records.values()) {
      if (text === null || !isMentioned(text, name)) continue
      const write: Write = { kind: 'save', pageId, text, base: text, files: [file], isBase: true }
      await attempt(context, outcome, path, async () => {
        await send(context, state, write)
      })
    }
  }
  await noteUploaded(context, state, files)
}

/** Whether a text can have a link to a file of this name. */
function isMentioned(text: string, name: string): boolean {
  return [name, encodeURIComponent(name), encodeURI(name)].some((one) => text.includes(one))
}
