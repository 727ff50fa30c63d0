import { mkdir, readdir, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { joinPath } from '../join-names.ts'
import { pullAttachment, type RemoteFile } from './attachments.ts'
import { keepConflict } from './conflicts.ts'
import { exists, moveFile, readText, renameIfThere, resolve, stateFolder } from './disk.ts'
import type { Matched } from './match-files.ts'
import type { Outcome } from './outcome.ts'
import { ancestorsOf, reasonAgainstPage } from './paths.ts'
import type { PageRecord, RemotePage } from './records.ts'
import { putRecord, removeRecord, type State } from './state.ts'
import type { SyncContext } from './sync-context.ts'
import { replaceFile, writeNewFile } from './write-file.ts'

export type RemoteText = RemotePage & { text: string | null; files: RemoteFile[] }

export type PullInput = {
  remote: readonly RemotePage[]
  /** The pages whose text may differ from the last common one. */
  texts: ReadonlyMap<string, RemoteText>
  matched: Matched
  unsettled: ReadonlySet<string>
}

/** Brings the changes of the server to the folder. */
export async function pull(
  context: SyncContext,
  state: State,
  input: PullInput,
  outcome: Outcome,
): Promise<void> {
  const there = new Set(input.remote.map(({ pageId }) => pageId))
  for (const record of state.records.values()) {
    if (!there.has(record.pageId)) await takeAway(context, state, input.matched, record, outcome)
  }
  await moveFiles(context, state, input, outcome)
  // Before the texts: a page whose files could not be read is read again.
  for (const { files } of input.texts.values()) {
    for (const file of files) await pullAttachment(context, state, file)
  }
  for (const page of input.remote) {
    const text = input.texts.get(page.pageId)
    const record = state.records.get(page.pageId)
    if (text !== undefined) await takeText(context, state, text, { input, outcome })
    else if (record !== undefined) await noteLocation(context, state, record, page)
  }
}

/** Notes where a page is that has not changed otherwise. */
async function noteLocation(
  { root }: SyncContext,
  state: State,
  record: PageRecord,
  { parentId, folder, version }: RemotePage,
): Promise<void> {
  const isSame =
    record.parentId === parentId && record.folder === folder && record.version === version
  if (!isSame) await putRecord(root, state, { ...record, parentId, folder, version })
}

/** A page that is gone for the key leaves its file in the state, with what was edited in it. */
export async function takeAway(
  context: SyncContext,
  state: State,
  { at }: Matched,
  record: PageRecord,
  outcome: Outcome,
): Promise<void> {
  const { root, report } = context
  const path = at.get(record.pageId)
  if (path !== undefined && (await exists(root, path))) {
    const removed = await setAside(context, path)
    outcome.changes += 1
    // The next cycle finds where it is now.
    if (removed === undefined) return
    await removeEmptyFolders(root, path)
    report(`moved ${path} to ${removed}: its page is gone`)
  }
  await removeRecord(root, state, record.pageId)
}

/** Moves a file to `.quire/removed`. Returns the new path, or undefined if the file is gone. */
async function setAside(context: SyncContext, path: string): Promise<string | undefined> {
  const { root, step } = context
  const file = await resolve(root, path)
  const removed = await freePath(root, `${context.today()}/${path}`)
  await mkdir(dirname(joinPath(root, removed)), { recursive: true })
  step()
  if (!(await renameIfThere(file, joinPath(root, removed)))) return undefined
  step()
  return removed
}

async function freePath(root: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const free = `${stateFolder}/removed/${path}${number === 1 ? '' : `.${number}`}`
    if (!(await exists(root, free))) return free
  }
}

async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (const folder of ancestorsOf(path)) {
    const left = await readdir(joinPath(root, folder)).catch(() => ['unknown'])
    if (left.length > 0) return
    await rmdir(joinPath(root, folder)).catch(() => undefined)
  }
}

/** Files whose page has another path now. Those in each other's way go through the state. */
async function moveFiles(
  context: SyncContext,
  state: State,
  { remote, matched: { at } }: PullInput,
  outcome: Outcome,
): Promise<void> {
  const { root, report, isWindows, warn } = context
  const moving = remote.flatMap((page) => {
    const from = at.get(page.pageId)
    return from === undefined || from === page.path ? [] : [{ ...page, from }]
  })
  for (const { pageId, from, path } of moving) {
    const reason = reasonAgainstPage(path, isWindows)
    if (reason !== undefined) {
      warn(`${from} stays where it is: ${path} cannot be used, because ${reason}.`)
      continue
    }
    if (!(await exists(root, from))) continue
    const occupant = moving.find((other) => other.from === path && other.pageId !== pageId)
    if (occupant !== undefined && (await exists(root, path))) {
      const aside = await asidePath(root, path)
      if (await moveFile(context, path, aside)) {
        occupant.from = aside
        at.set(occupant.pageId, aside)
      }
    }
    if (!(await moveFile(context, from, path))) {
      if (await exists(root, from)) {
        warn(`${from} stays where it is: there is a file at ${path}.`)
      }
      continue
    }
    at.set(pageId, path)
    const record = state.records.get(pageId)
    if (record !== undefined) await putRecord(root, state, { ...record, path })
    await removeEmptyFolders(root, from)
    report(`moved ${from} to ${path}`)
    outcome.changes += 1
  }
  await notePaths(root, state, remote, at)
}

/** A name in the same folder, so that a program that ends here finds the file by its text. */
async function asidePath(root: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const aside = path.replace(/\.([^.]*)$/, ` (moving ${number}).$1`)
    if (!(await exists(root, aside))) return aside
  }
}

/** Files that were moved in the folder, and whose page has followed. */
async function notePaths(
  root: string,
  state: State,
  remote: readonly RemotePage[],
  at: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { pageId, path, folder } of remote) {
    const record = state.records.get(pageId)
    const isThere = at.get(pageId) === path || record?.text === null
    if (record === undefined || !isThere) continue
    if (record.path === path && record.folder === folder) continue
    await putRecord(root, state, { ...record, path, folder })
  }
}

type Taking = { input: PullInput; outcome: Outcome }

async function takeText(
  context: SyncContext,
  state: State,
  page: RemoteText,
  { input: { matched, unsettled }, outcome }: Taking,
): Promise<void> {
  const { root } = context
  const record = state.records.get(page.pageId)
  const at = matched.at.get(page.pageId)
  if (page.text === null) return takeImplicit(context, state, page, { record, at, outcome })
  if (at === undefined) {
    if (unsettled.has(page.pageId)) return
    await writeNew(context, state, { ...page, text: page.text }, { record, outcome })
    return
  }
  const now = await readText(root, at)
  const uploads = record?.toUpload && { toUpload: record.toUpload }
  const next = { ...recordOf(page), path: at, text: page.text, ...uploads }
  if (now === page.text) {
    await putRecord(root, state, next)
    return
  }
  // The next cycle saves what was edited in the folder since.
  if (record === undefined || now === undefined || now !== record.text) return
  const { version, revision } = page
  const incoming = { path: at, text: page.text, version, revision }
  const location = { ...record, parentId: page.parentId, folder: page.folder }
  if (await replaceFile(context, state, location, incoming)) {
    context.report(`updated ${at}`)
    outcome.changes += 1
  }
}

function recordOf({
  pageId,
  parentId,
  path,
  folder,
  version,
  revision,
  text,
}: RemoteText): PageRecord {
  return { pageId, parentId, path, folder, version, revision, text }
}

type Known = { record: PageRecord | undefined; outcome: Outcome }

/** A page that its folder gives. A file that it had is not needed any more. */
async function takeImplicit(
  context: SyncContext,
  state: State,
  page: RemoteText,
  { record, at, outcome }: Known & { at: string | undefined },
): Promise<void> {
  const { root, isWindows, warn } = context
  const reason = reasonAgainstPage(page.path, isWindows)
  if (reason !== undefined) {
    warn(`The folder of ${page.path} is not created: ${reason}. Rename the page.`)
    return
  }
  if (at !== undefined && record !== undefined) {
    const now = await readText(root, at)
    if (now !== (record.text ?? '')) return
    outcome.changes += 1
    if ((await setAside(context, at)) === undefined) return
  }
  const folder = dirname(await resolve(root, page.path))
  await mkdir(folder, { recursive: true })
  await putRecord(root, state, recordOf(page))
}

/** A file for a page that has none in the folder. */
async function writeNew(
  context: SyncContext,
  state: State,
  page: RemoteText & { text: string },
  { record, outcome }: Known,
): Promise<void> {
  const { root, isWindows, warn, report } = context
  const { path, text, version, revision, parentId, folder } = page
  const reason = reasonAgainstPage(path, isWindows)
  if (reason !== undefined) {
    warn(`${path} is not written: ${reason}. Rename the page.`)
    return
  }
  const before = record ?? { ...recordOf(page), text: null }
  const location = { ...before, parentId, folder }
  const incoming = { path, text, version, revision, isFirst: record === undefined }
  const write = () => writeNewFile(context, state, location, incoming)
  if (await write()) {
    report(`wrote ${path}`)
    outcome.changes += 1
  } else if ((await readText(root, path)) === text) {
    await putRecord(root, state, recordOf(page))
  } else if (await makeRoom(context, page, outcome)) await write()
}

/** Another file of that name, which belongs to no page, is a conflict. False if it is not text. */
async function makeRoom(
  context: SyncContext,
  { pageId, path }: RemoteText,
  outcome: Outcome,
): Promise<boolean> {
  const { root, warn } = context
  const found = await readText(root, path)
  if (found === undefined) return false
  const conflictFile = await keepConflict(context, { pageId, path, text: found })
  await setAside(context, path)
  warn(`${path} is another file than the one of the page. Your version is in ${conflictFile}.`)
  outcome.conflicts += 1
  outcome.changes += 1
  return true
}
