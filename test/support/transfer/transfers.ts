import assert from 'node:assert/strict'
import { clock } from '../../../server/lib/clock.ts'
import { transfers } from '../../../server/store/index.ts'
import type { TestServer } from '../server.ts'
import { until } from '../until.ts'

export type Transfer = {
  id: string
  copyId: string
  url: string
  state: string
  total: number
  done: number
  files: number
  leftBehind: number
  error: string | null
}

/** A copy or move to another workspace that has just begun. */
export async function startTransfer(
  { post, workspaceId, key }: TestServer,
  transfer: { pageId: string; targetWorkspaceId: string; kind?: string; [field: string]: unknown },
): Promise<Transfer> {
  const body = { workspaceId, kind: 'copy', ...transfer }
  const answer = await post<Transfer>('/v1/transfers/create', body, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

export async function getTransfer(
  { post, workspaceId, key }: TestServer,
  transferId: string,
): Promise<Transfer> {
  const answer = await post<Transfer>('/v1/transfers/get', { workspaceId, transferId }, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** Ends the transfers from a workspace, on a server that runs no jobs: a person has few at the same time. */
export async function endTransfers({ app, workspaceId }: TestServer): Promise<void> {
  const { store } = app
  for (;;) {
    const row = await transfers.due(store, workspaceId)
    if (row === undefined) return
    const address = { workspaceId, transferId: row.id }
    const change = { from: row.state, to: 'cancelled', error: null, at: clock.now() } as const
    await store.transactIn({ workspaceId }, (work) => transfers.move(work, address, change))
  }
}

/** Waits until a transfer has ended. */
export function untilEnded(quire: TestServer, transferId: string): Promise<Transfer> {
  return until(async () => {
    const found = await getTransfer(quire, transferId)
    return !['running', 'undoing'].includes(found.state) && found
  })
}
