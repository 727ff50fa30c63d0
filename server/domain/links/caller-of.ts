import { vias } from '../../lib/vocabulary.ts'
import type { Caller } from '../context.ts'

/** Who caused a change that a background job makes, and how. */
export type ChangeAuthor = {
  authorId: string
  via: string
  keyId: string | null
  runId: string | null
}

export function callerOf({ authorId, via, keyId, runId }: ChangeAuthor): Caller {
  return {
    userId: authorId,
    keyId: keyId ?? undefined,
    ...(runId === null ? {} : { run: { id: runId } }),
    via: vias.find((one) => one === via) ?? 'api',
    readOnly: false,
    workspaceIds: undefined,
  }
}
