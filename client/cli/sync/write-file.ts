import { chmodSync, readFileSync, renameSync, statSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushNames } from '../durable.ts'
import { joinNames, joinPath } from '../join-names.ts'
import { keepConflict } from './conflicts.ts'
import { exists, isSameFile, moveToFree, resolve, stateFolder, writeDurably } from './disk.ts'
import { isRefusal, send } from './pending.ts'
import type { Incoming, PageRecord } from './records.ts'
import { putRecord, removeRecord, type State } from './state.ts'
import type { SyncContext } from './sync-context.ts'

const incomingFolder = `${stateFolder}/incoming`
const replacedFolder = `${stateFolder}/replaced`

/**
 * Replaces the text of a file that still has the last common one. The new text gets its place in one step, and a
 * program that ends in between sees from the waiting file whether that was done. False if the file was changed.
 */
export async function replaceFile(
  context: SyncContext,
  state: State,
  record: PageRecord,
  incoming: Incoming,
): Promise<boolean> {
  const { root, step } = context
  const begun = { ...record, incoming }
  const waiting = await begin(context, state, begun)
  const target = await resolve(root, incoming.path)
  await keepReplaced(root, record.pageId, target)
  step()
  if (!renameUnchanged(waiting, target, record.text)) {
    await undo(root, state, begun)
    return false
  }
  step()
  await flushNames(target, root)
  await finish(context, state, begun)
  return true
}

/** Writes the file of a page that has none, in the same way. False if there is another file at its path. */
export async function writeNewFile(
  context: SyncContext,
  state: State,
  record: PageRecord,
  incoming: Incoming,
): Promise<boolean> {
  const begun = { ...record, incoming }
  const waiting = await begin(context, state, begun)
  if (!(await moveToFree(context, waiting, incoming.path))) {
    await undo(context.root, state, begun)
    return false
  }
  await finish(context, state, begun)
  return true
}

/** A file of the state that has the ID of a page as its name. */
function stateFile(root: string, folder: string, pageId: string): string {
  return joinNames(joinPath(root, folder), pageId)
}

type Begun = PageRecord & { incoming: Incoming }

/** Writes and notes the text that a file will have. Returns where it waits. */
async function begin({ root, step }: SyncContext, state: State, record: Begun): Promise<string> {
  const { pageId, incoming } = record
  const waiting = stateFile(root, incomingFolder, pageId)
  await mkdir(dirname(waiting), { recursive: true })
  await rm(stateFile(root, replacedFolder, pageId), { force: true })
  await writeDurably(waiting, incoming.text)
  step()
  await putRecord(root, state, record)
  step()
  return waiting
}

/** Finishes what a program that ended has begun. */
export async function finishReplacing(context: SyncContext, state: State): Promise<void> {
  const { root } = context
  for (const record of state.records.values()) {
    if (!isBegun(record)) continue
    const waiting = stateFile(root, incomingFolder, record.pageId)
    const isWaiting = await exists(root, `${incomingFolder}/${record.pageId}`)
    const isMoved = !isWaiting || (await isSameFile(waiting, joinPath(root, record.incoming.path)))
    if (isMoved) await finish(context, state, record)
    else await undo(root, state, record)
  }
  for (const folder of [incomingFolder, stateFolder]) {
    for (const name of await readdir(joinPath(root, folder)).catch(() => [])) {
      const isLeft = folder === incomingFolder || name.endsWith('.part')
      if (isLeft) await rm(joinNames(joinPath(root, folder), name), { force: true })
    }
  }
}

function isBegun(record: PageRecord): record is Begun {
  return record.incoming !== undefined
}

async function undo(root: string, state: State, record: Begun): Promise<void> {
  const { pageId, incoming } = record
  await rm(stateFile(root, incomingFolder, pageId), { force: true })
  await rm(stateFile(root, replacedFolder, pageId), { force: true })
  if (incoming.isFirst === true) await removeRecord(root, state, pageId)
  else await putRecord(root, state, withoutIncoming(record))
}

/** The text is in its place. A change of the replaced file in the last moment is saved to the page. */
async function finish(context: SyncContext, state: State, record: Begun): Promise<void> {
  const { root, step } = context
  const { pageId, incoming, text } = record
  const retained = await readFile(stateFile(root, replacedFolder, pageId), 'utf8').catch(
    () => undefined,
  )
  if (retained !== undefined && retained !== text && retained !== incoming.text) {
    await saveRetained(context, state, record, { path: incoming.path, text: retained })
  }
  const { version, revision, path } = incoming
  const isRetained = retained !== undefined && retained !== text
  const now = { ...withoutIncoming(record), path, text: incoming.text, version }
  await putRecord(root, state, { ...now, revision: isRetained ? '' : revision })
  step()
  await rm(stateFile(root, replacedFolder, pageId), { force: true })
}

async function saveRetained(
  context: SyncContext,
  state: State,
  { pageId, text: base }: PageRecord,
  { path, text }: { path: string; text: string },
): Promise<void> {
  try {
    const write = { kind: 'save', pageId, text, base: base ?? '', isBase: false } as const
    const { saved } = await send(context, state, write)
    if (saved?.conflicts.length === 0) return
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  await keepConflict(context, { pageId, path, text })
}

function withoutIncoming({ incoming: _incoming, ...others }: Begun): PageRecord {
  return others
}

/** The replaced file stays until it is known that nobody wrote to it meanwhile. */
async function keepReplaced(root: string, pageId: string, target: string): Promise<void> {
  const retained = stateFile(root, replacedFolder, pageId)
  await mkdir(dirname(retained), { recursive: true })
  // Some file systems have no links.
  await link(target, retained).catch(() => undefined)
}

/** Without a pause between the check and the rename, in which a program could replace the file. */
function renameUnchanged(waiting: string, target: string, text: string | null): boolean {
  try {
    chmodSync(waiting, statSync(target).mode & 0o777)
    if (readFileSync(target, 'utf8') !== text) return false
  } catch {
    return false
  }
  renameSync(waiting, target)
  return true
}
