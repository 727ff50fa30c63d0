import { chatEvents, eventTypes } from '../../../../server/lib/event-types.ts'
import type { Bot, Subscription } from './shapes.ts'

export function stateOf({ enabled, error }: Pick<Bot, 'enabled' | 'error'>) {
  if (!enabled) return { label: 'Off', color: 'gray' }
  return error === null ? { label: 'Well', color: 'teal' } : { label: 'Failing', color: 'red' }
}

export function describeEvents(events: Subscription['events']): string {
  if (events.length === chatEvents.length) return 'everything that happens'
  return events.map((event) => eventTypes[event].chat.covers).join(', ')
}

/** The page that an address or an id names; undefined when it names none. */
export function pageIdOf(text: string): string | undefined {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0]
}
