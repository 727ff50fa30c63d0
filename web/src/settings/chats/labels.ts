import { chatEvents } from '../../../../server/lib/event-types.ts'
import { formatList } from '../../lib/numbers.ts'
import { eventTexts, t } from './messages.ts'
import type { Bot, Subscription } from './types.ts'

export function stateOf({ enabled, error }: Pick<Bot, 'enabled' | 'error'>) {
  if (!enabled) return { label: t.off, color: 'gray' }
  return error === null ? { label: t.on, color: 'teal' } : { label: t.failing, color: 'red' }
}

export function describeEvents(events: Subscription['events']): string {
  if (events.length === chatEvents.length) return t.allEvents
  return formatList(events.map((event) => eventTexts[event]))
}

/** The page ID in an address or a bare ID; undefined if there is none. */
export function pageIdOf(text: string): string | undefined {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0]
}
