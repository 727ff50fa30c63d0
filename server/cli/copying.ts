import type { CommandOptions } from './command.ts'
import { amount, bytes } from './listing.ts'
import { type Progress, startProgress } from './progress.ts'
import type { Session } from './terminal.ts'

type Report = { rows: Record<string, number>; files: { count: number; bytes: number } }

export type Copied<Kind extends Report> = {
  report: Kind
  seconds: number
  /** How much was copied, in words. */
  summary: string
  /** How long it took, in words. */
  time: string
}

/** Copies a whole store with its progress shown. */
export async function copyStore<Kind extends Report>(
  session: Session,
  label: string,
  options: CommandOptions,
  copy: (update: Progress['update']) => Promise<Kind>,
): Promise<Copied<Kind>> {
  const started = performance.now()
  const progress = startProgress(session, label, options)
  const report = await copy(progress.update).finally(progress.end)
  const seconds = Math.round(performance.now() - started) / 1000
  const { pages = 0, users = 0, workspaces = 0 } = report.rows
  const summary = [
    amount(pages, 'page'),
    amount(workspaces, 'workspace'),
    amount(users, 'person', 'people'),
    `${amount(report.files.count, 'file')} (${bytes(report.files.bytes)})`,
  ].join(', ')
  return { report, seconds, summary, time: `${seconds.toFixed(1)} s` }
}
