/** What a ratio of the bare limit, at 50 connections, must reach and aims at. */
export type Target = { must: number; aim: number }

export const targets: Readonly<Record<string, Target>> = {
  'page stats': { must: 0.3, aim: 0.4 },
  'page markdown 2 KB': { must: 0.3, aim: 0.4 },
  'page create 2 KB': { must: 0.012, aim: 0.03 },
  'page update 2 KB': { must: 0.012, aim: 0.03 },
  search: { must: 0.02, aim: 0.04 },
}

export const targetConnections = 50

/** Milliseconds from the start of the process to its first answer. */
export const mostStartTime = 1000
/** Resident megabytes. */
export const mostMemory = { idle: 150, loaded: 400 }

export function verdict(ratio: number, target: Target | undefined): string {
  if (target === undefined) return ''
  if (ratio >= target.aim) return 'ok, aim'
  return ratio >= target.must ? 'ok' : 'below'
}
