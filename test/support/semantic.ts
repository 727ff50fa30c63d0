import assert from 'node:assert/strict'
import { openJobWorker } from '../../server/background/runner.ts'
import { operator } from '../../server/cli/operator.ts'
import { type ModelChange, setEmbeddings } from '../../server/domain/semantic/settings.ts'
import {
  type EmbeddingStatus,
  workspaceEmbeddingStatus,
} from '../../server/domain/semantic/status.ts'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

export type Indexing = {
  faults: unknown[]
  stop: () => Promise<void>
}

/** Runs the jobs beside a test server. */
export function runJobs({ app }: TestServer): Indexing {
  const faults: unknown[] = []
  const { store, files, semantic, integrations } = app
  const runner = openJobWorker(
    {
      store,
      files,
      contextFor: app.contextFor,
      integrations,
      fileCheckIntervalMs: 0,
      journalRetentionMs: 30 * 86_400_000,
      ...semantic,
    },
    (error) => faults.push(error),
  )
  runner.start()
  return { faults, stop: () => runner.stop() }
}

export function setModel(
  { app, workspaceId }: TestServer,
  change: ModelChange,
): Promise<{ isNew: boolean }> {
  const context = { ...app, caller: operator() }
  return setEmbeddings(context, workspaceId, { provider: 'http', model: 'test', ...change })
}

export async function statusOf({ app, workspaceId }: TestServer): Promise<EmbeddingStatus> {
  const found = await workspaceEmbeddingStatus(app, workspaceId)
  assert.ok(found)
  return found
}

/** Waits until the status is as asked. */
export function untilStatus(
  server: TestServer,
  isSo: (status: EmbeddingStatus) => boolean,
): Promise<EmbeddingStatus> {
  return until(async () => {
    const status = await statusOf(server)
    return isSo(status) && status
  })
}

export const isReady = ({ state, pages, isInStep }: EmbeddingStatus) =>
  state === 'live' && pages.waiting === 0 && isInStep
