import { eventTypeNames } from '../../lib/event-types.ts'

/** What an endpoint can subscribe to: an event type, all types of a noun (`page.*`), or everything (`*`). */
export const subscriptions: readonly string[] = [
  '*',
  ...new Set(eventTypeNames.map((name) => `${name.split('.')[0]}.*`)),
  ...eventTypeNames,
].filter((name) => !name.startsWith('webhook.'))

/** Unknown events go to endpoints that subscribe to everything. */
export function subscribes(
  events: readonly string[],
  { type, isKnown }: { type: string; isKnown: boolean },
): boolean {
  return events.some(
    (one) => one === '*' || (isKnown && (one === type || one === `${type.split('.')[0]}.*`)),
  )
}
