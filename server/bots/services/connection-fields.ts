import { Type } from 'typebox'
import type { ConnectionField } from '../../domain/chats/adapters.ts'
import { deliveryModes } from '../../domain/chats/bots.ts'

/** The fields that several services share. */

const defaults = {
  kind: 'text',
  isSecret: false,
  isRequired: false,
  isHidden: false,
  placeholder: null,
  value: null,
  maxLength: null,
} as const

type FieldText = Pick<ConnectionField, 'label' | 'description'> & { isRequired?: true }

/** A token that the service issued. */
export function secret(name: string, text: FieldText): ConnectionField {
  return { ...defaults, name, schema: Type.String({ maxLength: 4000 }), isSecret: true, ...text }
}

/** The server, for services that people host themselves. */
export function server(text: FieldText & { placeholder: string }): ConnectionField {
  const schema = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2000 })
  return { ...defaults, name: 'baseUrl', schema, kind: 'address', isRequired: true, ...text }
}

/** Replaces the public server, as in tests. */
export const otherServer: ConnectionField = {
  ...server({ label: 'Server', description: 'Null for the public server.', placeholder: '' }),
  isRequired: false,
  isHidden: true,
}

/** Anybody who knows the address of an incoming webhook can post to it, so it is a secret. */
export const incomingWebhook: ConnectionField = {
  ...secret('webhookUrl', {
    label: 'Incoming webhook',
    description: 'Replaces the token if the bot only posts to one channel.',
  }),
  kind: 'address',
}

export const slashCommand: ConnectionField = {
  ...defaults,
  name: 'trigger',
  schema: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,31}$' }),
  label: 'Slash command',
  description: 'The command you created, without the slash. People type /quire search words.',
  value: 'quire',
  maxLength: 32,
}

/** Whether the service sends messages to a webhook, or is polled. */
export function delivery(text: FieldText): ConnectionField {
  const schema = Type.Unsafe<string>({ type: 'string', enum: deliveryModes })
  return { ...defaults, name: 'delivery', schema, kind: 'switch', value: 'webhook', ...text }
}
