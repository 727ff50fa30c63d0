import type { Outgoing } from '../../lib/network/outgoing.ts'
import type { Secrets } from '../../lib/secrets/secrets.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { ChatServices } from '../chats/adapters.ts'

/** What an operator can set; times in milliseconds. */
export type WebhookSettings = {
  /** The wait before each attempt. */
  retrySchedule: readonly number[]
  /** The saves of an editor are published when nothing was saved for so long, */
  quietTime: number
  /** and at the latest so long after it began. */
  longestBurst: number
  /** How long the log is kept, and the bodies in it. */
  logTime: number
  bodyTime: number
}

/** Everything that telling others keeps open. */
export type WebhookEngine = {
  secrets: Secrets
  outgoing: Outgoing
  settings: WebhookSettings
  /** Base of absolute addresses, without a slash at the end. */
  baseUrl: string
  /** Undefined where no mail can be sent. */
  mail: Mailer | undefined
  chats: ChatServices
}

/** A secret opens only for the endpoint it was made for. */
export function secretPurpose(webhookId: string): string {
  return `webhook secret of ${webhookId}`
}
