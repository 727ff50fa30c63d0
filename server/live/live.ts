import { AppError } from '../lib/errors.ts'
import type { StreamChecks } from '../lib/stream-checks.ts'
import type { LiveCounters } from './counters.ts'
import { maxReadersOfWorkspace } from './limits.ts'
import type { LivePages } from './pages/live-pages.ts'
import type { WorkspaceWatch } from './pages/workspace-watch.ts'

/** What all connections of this node share. */
export class Live {
  readonly pages: LivePages
  readonly checks: StreamChecks
  readonly workspaces: WorkspaceWatch
  readonly counters: LiveCounters
  readonly report: (error: unknown) => void
  readonly #readers = new Map<string, number>()

  constructor({ pages, checks, workspaces, counters, report }: LiveParts) {
    this.pages = pages
    this.checks = checks
    this.workspaces = workspaces
    this.counters = counters
    this.report = report
  }

  /** Throws RATE_LIMITED. */
  requireRoom(workspaceId: string): void {
    if ((this.#readers.get(workspaceId) ?? 0) < maxReadersOfWorkspace) return
    throw new AppError(
      'RATE_LIMITED',
      `This workspace has ${maxReadersOfWorkspace} pages open on this server. Close some tabs, or try again later.`,
    )
  }

  /** Returns the function that takes the reader off the count. */
  countReader(workspaceId: string): () => void {
    this.#readers.set(workspaceId, (this.#readers.get(workspaceId) ?? 0) + 1)
    return () => {
      const left = (this.#readers.get(workspaceId) ?? 1) - 1
      if (left > 0) this.#readers.set(workspaceId, left)
      else this.#readers.delete(workspaceId)
    }
  }
}

export type LiveParts = {
  pages: LivePages
  checks: StreamChecks
  workspaces: WorkspaceWatch
  counters: LiveCounters
  report: (error: unknown) => void
}
