import { t } from './messages.ts'
import type { DeliveryStatus, Webhook, WebhookFormat } from './types.ts'

export function formats(): { value: WebhookFormat; label: string }[] {
  return [
    { value: 'standard', label: t.formatStandard },
    { value: 'slack', label: 'Slack' },
    { value: 'discord', label: 'Discord' },
    { value: 'mattermost', label: 'Mattermost' },
  ]
}

export const statusColors: Record<DeliveryStatus, string> = {
  pending: 'blue',
  retrying: 'orange',
  succeeded: 'teal',
  failed: 'red',
  cancelled: 'gray',
}

// SAFETY: the keys of the record above.
export const deliveryStatuses = Object.keys(statusColors) as DeliveryStatus[]

/** The state of an endpoint as a badge. */
export function stateOf({ enabled, failingSince }: Webhook): { label: string; color: string } {
  if (!enabled) return { label: t.off, color: 'gray' }
  if (failingSince !== null) return { label: t.failing, color: 'orange' }
  return { label: t.on, color: 'teal' }
}

export function describeEvents(events: readonly string[]): string {
  if (events.includes('*')) return t.allEvents
  return events.join(', ')
}

/** Indents JSON; returns any other text unchanged. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
