import { QuireError } from '../../errors.ts'
import type { PageRecord } from './records.ts'
import {
  type Pending,
  putPending,
  putRecord,
  readPending,
  removePending,
  type State,
} from './state.ts'
import type { SyncContext } from './sync-context.ts'

export type Saved = { conflicts: string[]; unresolved: string[]; version: number }

type WithoutKey<Write> = Write extends { key: string } ? Omit<Write, 'key'> : never
export type Write = WithoutKey<Pending>

/**
 * Sends a write that is noted first, so that a program that ends before the answer sends it again with the same key.
 * Returns the ID of a created page, or what was saved.
 */
export async function send(
  context: SyncContext,
  state: State,
  write: Write,
): Promise<{ pageId: string; saved: Saved | undefined }> {
  const pending = { ...write, key: crypto.randomUUID() }
  await putPending(context.root, pending)
  context.step()
  return perform(context, state, pending)
}

/** Sends a write again whose answer did not arrive. */
export async function sendPending(context: SyncContext, state: State): Promise<void> {
  const pending = await readPending(context.root)
  if (pending === undefined) return
  try {
    await perform(context, state, pending)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

async function perform(
  context: SyncContext,
  state: State,
  pending: Pending,
): Promise<{ pageId: string; saved: Saved | undefined }> {
  const { root, step } = context
  try {
    const answer =
      pending.kind === 'create'
        ? await create(context, state, pending)
        : await save(context, state, pending)
    step()
    await removePending(root)
    return answer
  } catch (error) {
    // A refused write has changed nothing and is not repeated.
    if (isRefusal(error)) await removePending(root)
    throw error
  }
}

/** Whether the server refused a write for good. */
export function isRefusal(error: unknown): error is QuireError {
  return (
    error instanceof QuireError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 401 &&
    error.status !== 408 &&
    error.status !== 429 &&
    error.code !== 'IDEMPOTENCY_KEY_IN_USE'
  )
}

async function create(
  { root, client, workspaceId, step }: SyncContext,
  state: State,
  { key, parentId, file, record }: Extract<Pending, { kind: 'create' }>,
): Promise<{ pageId: string; saved: undefined }> {
  const { pageId } = await client.markdownFiles.create(
    { workspaceId, parentId, file },
    { idempotencyKey: key },
  )
  step()
  await putRecord(root, state, { ...record, pageId })
  return { pageId, saved: undefined }
}

async function save(
  { root, client, workspaceId, underPageId, step }: SyncContext,
  state: State,
  { key, pageId, text, base, baseVersion, file, files, isBase }: Extract<Pending, { kind: 'save' }>,
): Promise<{ pageId: string; saved: Saved }> {
  const saved = await client.markdownFiles.save(
    {
      workspaceId,
      underPageId,
      pageId,
      text,
      base,
      ...(baseVersion === undefined || baseVersion < 1 ? {} : { baseVersion }),
      ...(file === undefined ? {} : { file }),
      ...(files === undefined ? {} : { files }),
    },
    { idempotencyKey: key },
  )
  step()
  const record = state.records.get(pageId)
  if (record !== undefined && isBase && saved.conflicts.length === 0) {
    await putRecord(root, state, afterSave(record, text))
  }
  return { pageId, saved }
}

/** The server has the text, and maybe more. */
export function afterSave(record: PageRecord, text: string): PageRecord {
  return { ...record, text, revision: '' }
}
