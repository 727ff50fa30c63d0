import { QuireError } from '../../../client/errors.ts'
import { client } from '../lib/client.ts'
import { messageOf } from '../lib/errors.ts'
import type { Changes } from '../lib/saving/page-state.ts'
import type { SendResult } from '../lib/saving/saver.ts'

type Person = { id: string; firstName: string; lastName: string }
type Place = { workspaceId: string; pageId: string }

/** Saves changes of a page, and says in which way that failed. */
export async function sendChanges(
  place: Place,
  changes: Changes & { version: number },
  updatedBy: Person,
): Promise<SendResult> {
  try {
    const saved = await client.pages.save({ ...place, ...changes })
    return { kind: 'saved', ...saved, updatedBy }
  } catch (error) {
    return failureOf(error)
  }
}

export function failureOf(error: unknown): SendResult {
  if (!(error instanceof QuireError)) return { kind: 'refused', message: messageOf(error) }
  if (error.code === 'VERSION_CONFLICT') return { kind: 'conflict' }
  const isPassing = error.status === 0 || error.status === 429 || error.status >= 500
  return isPassing ? { kind: 'unreachable' } : { kind: 'refused', message: messageOf(error) }
}
