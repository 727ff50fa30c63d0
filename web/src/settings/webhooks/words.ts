import type { DeliveryStatus, Webhook, WebhookFormat } from './shapes.ts'

/** How things of webhooks are called on screen. */

export const formats: { value: WebhookFormat; label: string }[] = [
  { value: 'standard', label: 'JSON, for programs' },
  { value: 'slack', label: 'Slack' },
  { value: 'discord', label: 'Discord' },
  { value: 'mattermost', label: 'Mattermost' },
]

export const statuses: Record<DeliveryStatus, { label: string; color: string }> = {
  pending: { label: 'To be sent', color: 'blue' },
  retrying: { label: 'Trying again', color: 'orange' },
  succeeded: { label: 'Arrived', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
  cancelled: { label: 'Missed', color: 'gray' },
}

export const causes = {
  event: 'an event',
  test: 'a test',
  redeliver: 'sent again',
  recover: 'sent again',
} as const

/** The state of an endpoint in a word. */
export function stateOf({ enabled, failingSince }: Webhook): { label: string; color: string } {
  if (!enabled) return { label: 'Off', color: 'gray' }
  if (failingSince !== null) return { label: 'Failing', color: 'orange' }
  return { label: 'On', color: 'teal' }
}

export function describeEvents(events: readonly string[]): string {
  if (events.includes('*')) return 'all events'
  return events.join(', ')
}

/** JSON as people read it; anything else as it is. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
