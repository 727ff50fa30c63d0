/** The least ratio of the bare limit at 50 connections, and the ratio to aim for. */
export type Target = { must: number; aim: number }

const list: Target = { must: 0.1, aim: 0.15 }

export const targets: Readonly<Record<string, Target>> = {
  'page stats': { must: 0.3, aim: 0.4 },
  'page markdown 2 KB': { must: 0.3, aim: 0.4 },
  'page create 2 KB': { must: 0.03, aim: 0.04 },
  'page update 2 KB': { must: 0.05, aim: 0.06 },
  // Ranked in full, with typing mistakes repaired and words completed.
  search: { must: 0.02, aim: 0.04 },
  'list of 50 pages': list,
  'tree of 50 pages': list,
  'activity, 50 items': list,
  'inbox, 50 entries': list,
  'backlinks, 50 pages': list,
}

export const targetConnections = 50

/** From the start of the process to its first answer. */
export const maxStartMs = 500
/** The same as a multiple of `node -e 0`, which holds on other machines. */
export const maxStartRatio = 6
/** Resident. `loaded` holds during uploads too. */
export const maxMemoryMegabytes = { idle: 150, loaded: 400, atEnd: 300 }

/** Of a live page of 50 KB. */
export const liveLimits = {
  keystroke: { title: 'processor time of a key, 50 writers, ms', max: 1 },
  seen: { title: 'until others see it, 50 writers, p95 ms', max: 50 },
  memory: { title: 'memory while it is open, MiB', max: 1 },
  opening: { title: 'opening after many steps, ms', max: 15 },
  writeBytes: { title: 'one word by the API, bytes in the journal', max: 200 },
  writeEdit: { title: 'one word by pages/edit, ms', max: 20 },
  writeUpdate: { title: 'one word by pages/update, ms', max: 20 },
} as const

export function verdict(ratio: number, target: Target | undefined): string {
  if (target === undefined) return ''
  if (ratio >= target.aim) return 'ok, aim'
  return ratio >= target.must ? 'ok' : 'below'
}
