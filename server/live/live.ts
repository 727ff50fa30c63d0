import type { StreamChecks } from '../lib/stream-checks.ts'
import { AllSenderLimits } from './connections/sender-limits.ts'
import type { LiveCounters } from './counters.ts'
import type { LivePages } from './pages/live-pages.ts'
import type { WorkspaceWatch } from './pages/workspace-watch.ts'
import { Room } from './room.ts'

/** What all connections of this node share. */
export class Live {
  readonly pages: LivePages
  readonly checks: StreamChecks
  readonly workspaces: WorkspaceWatch
  readonly counters: LiveCounters
  readonly report: (error: unknown) => void
  readonly senders = new AllSenderLimits()
  readonly room = new Room()

  constructor({ pages, checks, workspaces, counters, report }: LiveParts) {
    this.pages = pages
    this.checks = checks
    this.workspaces = workspaces
    this.counters = counters
    this.report = report
  }
}

export type LiveParts = {
  pages: LivePages
  checks: StreamChecks
  workspaces: WorkspaceWatch
  counters: LiveCounters
  report: (error: unknown) => void
}
