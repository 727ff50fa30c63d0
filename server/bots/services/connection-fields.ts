import type { Language } from '../../../messages/language.ts'
import type { ConnectionField } from '../../domain/chats/adapters.ts'
import { deliveryModes } from '../../domain/chats/bots.ts'
import { Type } from '../../lib/json/type.ts'
import { type FieldText, fieldMessages } from './messages.ts'

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

type Options = { isRequired?: true }

function textOf(field: FieldText) {
  const { english } = fieldMessages
  return {
    label: english[field],
    description: english[`${field}Hint`],
    textIn: (language: Language) => {
      const texts = fieldMessages.in(language)
      return { label: texts[field], description: texts[`${field}Hint`] }
    },
  }
}

/** A token that the service issued. */
export function secret(name: string, text: FieldText, options: Options = {}): ConnectionField {
  const schema = Type.String({ maxLength: 4000 })
  return { ...defaults, name, schema, isSecret: true, ...textOf(text), ...options }
}

/** The server, for services that people host themselves. */
export function server(text: FieldText, placeholder: string): ConnectionField {
  const schema = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2000 })
  const options = { kind: 'address', isRequired: true, placeholder } as const
  return { ...defaults, name: 'baseUrl', schema, ...options, ...textOf(text) }
}

/** Replaces the public server, as in tests. */
export const otherServer: ConnectionField = {
  ...server('otherServer', ''),
  isRequired: false,
  isHidden: true,
}

/** Anybody who knows the address of an incoming webhook can post to it, so it is a secret. */
export const incomingWebhook: ConnectionField = {
  ...secret('webhookUrl', 'incomingWebhook'),
  kind: 'address',
}

export const slashCommand: ConnectionField = {
  ...defaults,
  name: 'trigger',
  schema: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,31}$' }),
  ...textOf('slashCommand'),
  value: 'quire',
  maxLength: 32,
}

/** Whether the service sends messages to a webhook, or is polled. */
export function delivery(text: FieldText): ConnectionField {
  const schema = Type.Unsafe<string>({ type: 'string', enum: deliveryModes })
  return {
    ...defaults,
    name: 'delivery',
    schema,
    kind: 'switch',
    value: 'webhook',
    ...textOf(text),
  }
}
