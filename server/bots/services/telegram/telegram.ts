import type { BotService } from '../chat-service.ts'
import { delivery, otherServer, secret } from '../connection-fields.ts'
import { style, webhookPath, writeCommand } from './messages.ts'
import { webhook } from './webhook.ts'

export const telegram: BotService = {
  name: 'telegram',
  label: 'Telegram',
  fields: [
    otherServer,
    secret('token', 'telegramToken', { isRequired: true }),
    delivery('telegramDelivery'),
  ],
  isExclusive: true,
  hidesAccount: false,
  takesCommands: () => true,
  dropsDuplicates: false,
  messagesPeople: () => true,
  commandPath: ({ account, settings }) =>
    settings.delivery === 'webhook' ? webhookPath(account) : undefined,
  writeCommand,
  linkUrl: ({ name }, code) => `https://t.me/${name.replace('@', '')}?start=${code}`,
  // https://core.telegram.org/bots/faq: 20 messages a minute to a group, one a second to a person.
  sendInterval: 3100,
  style,
  webhook,
  open: async () => (await import('./bot-api.ts')).adapter,
}
