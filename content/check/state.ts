import { maxNodes, maxSize } from '../limits.ts'

/** What one check has counted, and the first offence it met. */
export type CheckState = {
  nodes: number
  size: number
  offence: { path: string; reason: string } | undefined
}

export function startCheck(): CheckState {
  return { nodes: 0, size: 0, offence: undefined }
}

/** Notes the first offence and gives undefined, so that a caller can return at once. */
export function refuse(state: CheckState, path: string, reason: string): undefined {
  state.offence ??= { path, reason }
  return undefined
}

/** Counts a node and its characters; false when the document has become too large. */
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
