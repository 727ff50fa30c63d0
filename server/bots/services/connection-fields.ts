import { Type } from 'typebox'
import type { ConnectionField } from '../../domain/chats/adapters.ts'
import { deliveryModes } from '../../domain/chats/bots.ts'

/** The fields that several services ask for. A service writes the others itself. */

const usual = {
  kind: 'text',
  isSecret: false,
  isRequired: false,
  isHidden: false,
  placeholder: null,
  value: null,
  maxLength: null,
} as const

type Words = Pick<ConnectionField, 'label' | 'description'> & { isRequired?: true }

/** What the service gave to whoever made the bot. */
export function secret(name: string, words: Words): ConnectionField {
  return { ...usual, name, schema: Type.String({ maxLength: 4000 }), isSecret: true, ...words }
}

/** The server of the service, where there is no public one. */
export function server(words: Words & { placeholder: string }): ConnectionField {
  const schema = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2000 })
  return { ...usual, name: 'baseUrl', schema, kind: 'address', isRequired: true, ...words }
}

/** Another server in place of the public one, such as a stand-in. */
export const otherServer: ConnectionField = {
  ...server({ label: 'Server', description: 'Null is the public one.', placeholder: '' }),
  isRequired: false,
  isHidden: true,
}

/** The address of an incoming webhook lets anybody write: it is a secret. */
export const incomingWebhook: ConnectionField = {
  ...secret('webhookUrl', {
    label: 'Incoming webhook',
    description: 'Instead of a token, where one channel is to be told and that is all.',
  }),
  kind: 'address',
}

export const slashCommand: ConnectionField = {
  ...usual,
  name: 'trigger',
  schema: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,31}$' }),
  label: 'Slash command',
  description: 'As you made it there, without the slash. People say /quire search words.',
  value: 'quire',
  maxLength: 32,
}

/** Lets the service send messages here, in place of being asked for them. */
export function delivery(words: Words): ConnectionField {
  const schema = Type.Unsafe<string>({ type: 'string', enum: deliveryModes })
  return { ...usual, name: 'delivery', schema, kind: 'switch', value: 'webhook', ...words }
}
