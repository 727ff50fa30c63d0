import { eventTypeNames } from '../../lib/event-types.ts'

/** What an endpoint may subscribe to: names, all of a noun, or all. */
export const subscriptions: readonly string[] = [
  '*',
  ...new Set(eventTypeNames.map((name) => `${name.split('.')[0]}.*`)),
  ...eventTypeNames,
].filter((name) => !name.startsWith('webhook.'))

/** What is not known is sent to those that subscribe to everything. */
export function subscribes(
  events: readonly string[],
  { type, isKnown }: { type: string; isKnown: boolean },
): boolean {
  return events.some(
    (one) => one === '*' || (isKnown && (one === type || one === `${type.split('.')[0]}.*`)),
  )
}
