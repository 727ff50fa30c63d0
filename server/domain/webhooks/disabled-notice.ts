import { nameInMail } from '../../lib/plain-names.ts'
import { members, type Store, webhooks } from '../../store/index.ts'
import type { Integrations } from '../context.ts'
import { mailMessages } from '../mails/messages.ts'
import { languageOfUser } from '../people/language.ts'
import type { DisableReason } from './outcome.ts'

/** Mails the owners and admins, each in their language, if the server sends mail. */
export async function mailDisabledNotice(
  { store, integrations }: { store: Store; integrations: Integrations },
  address: webhooks.WebhookAddress,
  { kind, attempts }: DisableReason,
): Promise<void> {
  const { mail, baseUrl } = integrations
  const row = await webhooks.get(store, address)
  if (mail === undefined || row === undefined) return
  const people = await members.list(store, address.workspaceId)
  const webhook = nameInMail(row.name)
  const { origin } = new URL(row.url)
  const url = `${baseUrl}/settings/webhooks`
  for (const { id, email, role } of people) {
    if (role !== 'OWNER' && role !== 'ADMIN') continue
    const texts = mailMessages.in(await languageOfUser(store, id))
    const reason = kind === 'gone' ? texts.receiverGone : texts.receiverFailing({ attempts })
    await mail.send({
      to: email,
      subject: texts.webhookDisabledSubject({ webhook }),
      text: texts.webhookDisabled({ webhook, origin, reason, url }),
    })
  }
}
