import { createHmac } from 'node:crypto'
import type { MessageButtons } from '../../../domain/chats/adapters.ts'
import type { Bot } from '../../../domain/chats/bots.ts'
import { renderMessage } from '../../../domain/chats/text.ts'
import { fits } from '../../../lib/json/fits.ts'
import { toPress } from '../button-presses.ts'
import type { Receiver, ServiceRequest } from '../chat-service.ts'
import { forged, writeSlash } from '../slash-commands.ts'
import { isSameSecret } from '../verify.ts'
import { style } from './style.ts'

const styles = { accept: 'primary', decline: 'danger' } as const

type Signed = { connectionId: string; account: string; command: string; shown: string }

/**
 * https://developers.mattermost.com/integrate/plugins/interactive-messages/: the server of Mattermost sends the context
 * back with a pressed button, and never shows it to people. It is signed, because requests are not.
 */
export function withButtons(bot: Bot, shown: string, { baseUrl, list }: MessageButtons): object {
  const { connectionId, account } = bot
  const url = `${baseUrl}/bots/mattermost/commands`
  const actions = list.map(({ name, label, command }) => {
    const signed = { connectionId, account, command, shown }
    return {
      id: name,
      type: 'button',
      name: label,
      style: styles[name],
      integration: { url, context: { ...signed, signature: signatureOf(bot, signed) } },
    }
  })
  return { attachments: [{ actions }] }
}

function signatureOf({ secrets }: Bot, { connectionId, account, command, shown }: Signed): string {
  const text = JSON.stringify(['button', connectionId, account, command, shown])
  return createHmac('sha256', secrets['token'] ?? '')
    .update(text)
    .digest('base64url')
}

const text = { type: 'string', maxLength: 20_000 } as const
const isPressRequest = fits({
  type: 'object',
  required: ['user_id', 'channel_id', 'trigger_id', 'context'],
  properties: {
    user_id: text,
    user_name: text,
    channel_id: text,
    channel_name: text,
    team_id: text,
    trigger_id: { ...text, minLength: 1 },
    context: {
      type: 'object',
      required: ['connectionId', 'account', 'command', 'shown', 'signature'],
      properties: {
        connectionId: text,
        account: text,
        command: text,
        shown: text,
        signature: text,
      },
    },
  },
} as const)

/** Undefined for a request that is no pressed button. */
export function readPress({ body }: Pick<ServiceRequest, 'body'>) {
  return isPressRequest(body) ? body : undefined
}

type PressRequest = NonNullable<ReturnType<typeof readPress>>

/** Mattermost waits for the answer. Throws FORBIDDEN for a button that this server did not send. */
export async function answerPress(
  { dispatcher, replays }: Receiver,
  { context: { signature, ...signed }, ...request }: PressRequest,
): Promise<object> {
  const bots = await dispatcher.botsOf('mattermost', signed.account)
  const bot = bots.find(({ connectionId, secrets }) => {
    return connectionId === signed.connectionId && secrets['token'] !== undefined
  })
  if (bot === undefined || !isSameSecret(signature, signatureOf(bot, signed))) throw forged()
  const { trigger_id: trigger, user_id: userId, user_name: userName = userId } = request
  if (!replays.take(`${bot.connectionId} ${trigger}`)) throw forged()
  const { incoming, decided } = toPress({
    user: { id: `${request.team_id ?? ''}:${userId}`, name: userName },
    chat: { id: request.channel_id, name: request.channel_name ?? '' },
    privateChatId: userId,
    command: signed.command,
    formatCommand: (name) => writeSlash(name, bot.settings),
  })
  // Undefined when someone presses too often.
  const answer = await dispatcher.dispatch(bot, incoming)
  if (answer === undefined) return {}
  const line = decided()
  if (line === undefined) return { ephemeral_text: renderMessage(answer, style) }
  const message = `${signed.shown}\n\n${renderMessage([line], style)}`
  return { update: { message, props: { attachments: [] } } }
}
