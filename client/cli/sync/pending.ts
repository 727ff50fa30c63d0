import { QuireError } from '../../errors.ts'
import { filesAmong } from './attachments.ts'
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

/** The IDs of created pages, or what was saved. */
export type Sent = { pageIds: string[]; saved: Saved | undefined }

/** Writes that are sent at the same time. */
const maxAtOnce = 8

/**
 * Sends a write that is noted first, so that a program that ends before the answer sends it again with the same key.
 * Returns the ID of a created page, or what was saved.
 */
export async function send(
  context: SyncContext,
  state: State,
  write: Write,
): Promise<{ pageId: string; saved: Saved | undefined }> {
  const [sent] = await sendAll(context, state, [write])
  if (sent?.status !== 'fulfilled') throw sent?.reason
  const { pageIds, saved } = sent.value
  return { pageId: pageIds[0] ?? '', saved }
}

/** Like `send`, for writes of different pages. Those that the server refuses do not stop the others. */
export async function sendAll(
  context: SyncContext,
  state: State,
  writes: readonly Write[],
): Promise<PromiseSettledResult<Sent>[]> {
  const pending = writes.map((write) => ({ ...write, key: crypto.randomUUID() }))
  await putPending(context.root, pending)
  context.step()
  return performAll(context, state, pending)
}

/** Sends writes again whose answers did not arrive. */
export async function sendPending(context: SyncContext, state: State): Promise<void> {
  const pending = await readPending(context.root)
  if (pending.length > 0) await performAll(context, state, pending)
}

async function performAll(
  context: SyncContext,
  state: State,
  pending: readonly Pending[],
): Promise<PromiseSettledResult<Sent>[]> {
  const results = await concurrently(pending, maxAtOnce, (one) => perform(context, state, one))
  const failed = results.find((one) => one.status === 'rejected' && !isRefusal(one.reason))
  if (failed?.status === 'rejected') throw failed.reason
  context.step()
  // A refused write has changed nothing and is not repeated.
  await removePending(context.root)
  return results
}

/** Does work for each item, some at a time, and waits for all of it. The results are in the order of the items. */
async function concurrently<Item, Result>(
  items: readonly Item[],
  max: number,
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = []
  const next = items.entries()
  const workOff = async () => {
    for (const [index, item] of next) {
      const [result] = await Promise.allSettled([work(item)])
      results[index] = result
    }
  }
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, workOff))
  return results
}

function perform(context: SyncContext, state: State, pending: Pending): Promise<Sent> {
  switch (pending.kind) {
    case 'create':
      return create(context, state, pending)
    case 'createAll':
      return createAll(context, state, pending)
    case 'save':
      return save(context, state, pending)
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
): Promise<Sent> {
  const { pageId } = await client.markdownFiles.create(
    { workspaceId, parentId, file },
    { idempotencyKey: key },
  )
  step()
  await putRecord(root, state, { ...record, pageId })
  return { pageIds: [pageId], saved: undefined }
}

async function createAll(
  { root, client, workspaceId, step }: SyncContext,
  state: State,
  { key, files }: Extract<Pending, { kind: 'createAll' }>,
): Promise<Sent> {
  const { pageIds } = await client.markdownFiles.createAll(
    { workspaceId, files: files.map(({ record: _record, ...file }) => file) },
    { idempotencyKey: key },
  )
  step()
  const records = files.map(({ record, ...file }, index): PageRecord => {
    const parentId = 'parent' in file ? idAt(pageIds, file.parent) : record.parentId
    return { ...record, parentId, pageId: idAt(pageIds, index) }
  })
  await Promise.all(records.map((record) => putRecord(root, state, record)))
  return { pageIds, saved: undefined }
}

function idAt(pageIds: readonly string[], index: number): string {
  const id = pageIds[index]
  if (id !== undefined) return id
  throw new QuireError('The server did not name all pages that it created.', {
    code: 'UNEXPECTED_ANSWER',
    status: 200,
    operation: 'markdownFiles.createAll',
  })
}

async function save(
  { root, client, workspaceId, underPageId, step }: SyncContext,
  state: State,
  { key, pageId, text, base, baseVersion, file, files, isBase }: Extract<Pending, { kind: 'save' }>,
): Promise<Sent> {
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
    const toUpload = await filesAmong(root, saved.unresolved)
    await putRecord(root, state, { ...afterSave(record, text), ...(toUpload && { toUpload }) })
  }
  return { pageIds: [pageId], saved }
}

/** The server has the text, and maybe more. */
export function afterSave(record: PageRecord, text: string): PageRecord {
  return { ...withoutUploads(record), text, revision: '' }
}

export function withoutUploads({ toUpload: _uploaded, ...record }: PageRecord): PageRecord {
  return record
}
