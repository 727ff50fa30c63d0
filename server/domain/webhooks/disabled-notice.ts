import { nameInMail } from '../../lib/plain-names.ts'
import { members, type Store, webhooks } from '../../store/index.ts'
import type { Integrations } from '../context.ts'

/** Mails the owners and admins, if the server sends mail. */
export async function mailDisabledNotice(
  { store, integrations }: { store: Store; integrations: Integrations },
  address: webhooks.WebhookAddress,
  reason: string,
): Promise<void> {
  const { mail, baseUrl } = integrations
  const webhook = await webhooks.get(store, address)
  if (mail === undefined || webhook === undefined) return
  const people = await members.list(store, address.workspaceId)
  const name = nameInMail(webhook.name)
  const subject = `A webhook was switched off: ${name}`
  const text = [
    `The webhook "${name}" to ${new URL(webhook.url).origin} gets nothing more.`,
    reason,
    'What it misses is kept for some days. When the receiver works again, switch the webhook on and send what is missing:',
    `${baseUrl}/settings/webhooks`,
  ].join('\n\n')
  for (const { email, role } of people) {
    if (role === 'OWNER' || role === 'ADMIN') await mail.send({ to: email, subject, text })
  }
}
