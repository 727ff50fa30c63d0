import assert from 'node:assert/strict'
import { clock } from '../../server/lib/clock.ts'
import { newId } from '../../server/lib/ids.ts'
import { steps } from '../../server/store/index.ts'
import type { TestServer } from './server.ts'

/** Adds text before the first letter of a page that starts with a paragraph, to its journal only. Returns the version. */
export async function typeText(
  { app: { store }, workspaceId, userId }: Pick<TestServer, 'app' | 'workspaceId' | 'userId'>,
  pageId: string,
  text: string,
  columns: Partial<steps.StepsRow> = {},
): Promise<number> {
  const { version } = await headOf({ app: { store }, workspaceId }, pageId)
  const slice = { content: [{ type: 'text', text }] }
  const row: steps.StepsRow = {
    workspaceId,
    pageId,
    version: version + 1,
    batchId: newId(),
    base: version,
    authorId: userId,
    via: 'web',
    keyId: null,
    runId: null,
    at: clock.now(),
    steps: JSON.stringify([{ stepType: 'replace', from: 1, to: 1, slice }]),
    notes: null,
    ...columns,
  }
  assert.ok(
    await store.transactIn({ workspaceId }, (transaction) => steps.append(transaction, row)),
  )
  return row.version
}

export async function headOf(
  { app, workspaceId }: { app: Pick<TestServer['app'], 'store'>; workspaceId: string },
  pageId: string,
): Promise<steps.Head> {
  const [head] = await steps.heads(app.store, workspaceId, [pageId])
  assert.ok(head)
  return head
}

/** The rows of the journal of a page. */
export function journalOf(
  { app, workspaceId }: TestServer,
  pageId: string,
): Promise<steps.StepsRow[]> {
  return steps.since(app.store, { workspaceId, pageId }, 0, 10_000)
}
