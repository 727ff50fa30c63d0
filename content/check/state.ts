import { maxNodes, maxSize } from '../limits.ts'

/** The counts of one check, and its first violation. */
export type CheckState = {
  nodes: number
  size: number
  offence: { path: string; reason: string } | undefined
}

export function startCheck(): CheckState {
  return { nodes: 0, size: 0, offence: undefined }
}

/** Records the first violation and returns undefined, so that a caller can return at once. */
export function refuse(state: CheckState, path: string, reason: string): undefined {
  state.offence ??= { path, reason }
  return undefined
}

/** Counts a node and its characters; false if the document is too large. */
export function count(state: CheckState, path: string, nodes: number, size: number): boolean {
  state.nodes += nodes
  state.size += size
  if (state.nodes > maxNodes) {
    refuse(state, path, `The page has more than ${maxNodes} nodes. Split it into several pages.`)
  } else if (state.size > maxSize) {
    refuse(state, path, `The page is larger than 2 MB. Split it into several pages.`)
  }
  return state.offence === undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
