import { followChanges } from '../../changes.ts'
import type { Session } from '../command.ts'
import { createBell, mayPass } from '../sync/watch.ts'

/** For changes without an event, such as skills that are deleted or shared. */
const pollMs = 30_000
const maxPauseMs = 30_000

/**
 * Pulls when a skill is published, and from time to time, until the signal aborts. Refusals end it; while the server does
 * not answer, it tries again.
 */
export async function watchSkills(session: Session, pull: () => Promise<void>): Promise<void> {
  const { options, terminal } = session
  const ended = new AbortController()
  const signal = AbortSignal.any([terminal.signal, ended.signal])
  const bell = createBell(signal)
  const workspaceId = await session.workspaceId()
  const follow = async (): Promise<never> => {
    for await (const message of followChanges(options, { workspaceId, signal }))
      if (message.kind !== 'event' || message.event.type === 'skill.published') bell.ring()
    return new Promise(() => undefined)
  }
  const failed = follow()
  // It is handled by the race below, also if the first pull takes longer.
  failed.catch(() => undefined)
  try {
    for (let failures = 0; !signal.aborted;) {
      try {
        await pull()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (!mayPass(error)) throw error
        failures += 1
        if (failures === 1) terminal.warn('quire: The server does not answer. Trying again.\n')
      }
      const waitMs = failures > 0 ? Math.min(maxPauseMs, 500 * 2 ** failures) : pollMs
      await Promise.race([bell.wait(waitMs), failed])
    }
  } finally {
    // Otherwise the program would keep listening after an error.
    ended.abort()
  }
}
