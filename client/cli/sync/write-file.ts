import { chmodSync, readFileSync, renameSync, statSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keepConflict } from './conflicts.ts'
import { exists, resolve, stateFolder, writeDurably } from './disk.ts'
import { isRefusal, send } from './pending.ts'
import type { Incoming, PageRecord } from './records.ts'
import { putRecord, type State } from './state.ts'
import type { SyncContext } from './sync-context.ts'

const incomingFolder = join(stateFolder, 'incoming')
const replacedFolder = join(stateFolder, 'replaced')

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
  const { pageId } = record
  const waiting = join(root, incomingFolder, pageId)
  await mkdir(dirname(waiting), { recursive: true })
  await writeDurably(waiting, incoming.text)
  step()
  await putRecord(root, state, { ...record, incoming })
  step()
  const target = await resolve(root, incoming.path)
  await keepReplaced(root, pageId, target)
  step()
  if (!renameUnchanged(waiting, target, record.text)) {
    await rm(waiting, { force: true })
    await rm(join(root, replacedFolder, pageId), { force: true })
    await putRecord(root, state, withoutIncoming(record))
    return false
  }
  step()
  await finish(context, state, { ...record, incoming })
  return true
}

/** Finishes what a program that ended has begun. */
export async function finishReplacing(context: SyncContext, state: State): Promise<void> {
  const { root } = context
  for (const record of state.records.values()) {
    if (record.incoming === undefined) continue
    if (await exists(root, join(incomingFolder, record.pageId))) {
      await rm(join(root, incomingFolder, record.pageId), { force: true })
      await rm(join(root, replacedFolder, record.pageId), { force: true })
      await putRecord(root, state, withoutIncoming(record))
    } else {
      await finish(context, state, record)
    }
  }
  for (const folder of [incomingFolder, stateFolder]) {
    for (const name of await readdir(join(root, folder)).catch(() => [])) {
      const isLeft = folder === incomingFolder || name.endsWith('.part')
      if (isLeft) await rm(join(root, folder, name), { force: true })
    }
  }
}

/** The text is in its place. A change of the replaced file in the last moment is saved to the page. */
async function finish(context: SyncContext, state: State, record: PageRecord): Promise<void> {
  const { root, step } = context
  const { pageId, incoming, text } = record
  if (incoming === undefined) return
  const retained = await readFile(join(root, replacedFolder, pageId), 'utf8').catch(() => undefined)
  if (retained !== undefined && retained !== text && retained !== incoming.text) {
    await saveRetained(context, state, record, { path: incoming.path, text: retained })
  }
  const { version, revision, path } = incoming
  const isRetained = retained !== undefined && retained !== text
  const now = { ...withoutIncoming(record), path, text: incoming.text, version }
  await putRecord(root, state, { ...now, revision: isRetained ? '' : revision })
  step()
  await rm(join(root, replacedFolder, pageId), { force: true })
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

function withoutIncoming(record: PageRecord): PageRecord {
  const { incoming, ...others } = record
  return incoming === undefined ? record : others
}

/** The replaced file stays until it is known that nobody wrote to it meanwhile. */
async function keepReplaced(root: string, pageId: string, target: string): Promise<void> {
  const retained = join(root, replacedFolder, pageId)
  await mkdir(dirname(retained), { recursive: true })
  await rm(retained, { force: true })
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
