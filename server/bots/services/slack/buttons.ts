import type { MessageButtons } from '../../../domain/chats/adapters.ts'
import type { Bot } from '../../../domain/chats/bots.ts'
import { type Block, renderMessage } from '../../../domain/chats/text.ts'
import { fits } from '../../../lib/json/fits.ts'
import { parseJson } from '../../../lib/json/parse-json.ts'
import { toPress } from '../button-presses.ts'
import type { Receiver } from '../chat-service.ts'
import { sendLate, writeSlash } from '../slash-commands.ts'
import { style } from './style.ts'

const styles = { accept: 'primary', decline: 'danger' } as const

/** https://docs.slack.dev/reference/block-kit/blocks/actions-block */
export function withButtons(text: string, { list }: MessageButtons): object[] {
  const elements = list.map(({ name, label, command }) => ({
    type: 'button',
    action_id: name,
    text: { type: 'plain_text', text: label },
    value: command,
    style: styles[name],
  }))
  return [
    { type: 'section', text: { type: 'mrkdwn', text } },
    { type: 'actions', elements },
  ]
}

const text = { type: 'string' } as const
const hasId = { type: 'object', required: ['id'], properties: { id: text } } as const

/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const isPayload = fits({
  type: 'object',
  required: ['type', 'team', 'user', 'actions', 'response_url'],
  properties: {
    type: { enum: ['block_actions'] },
    team: hasId,
    user: {
      type: 'object',
      required: ['id'],
      properties: { id: text, username: text, name: text },
    },
    channel: { type: 'object', required: ['id'], properties: { id: text, name: text } },
    message: {
      type: 'object',
      properties: { text, blocks: { type: 'array', items: { type: 'object' } } },
    },
    actions: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['value'], properties: { value: text } },
    },
    response_url: text,
  },
} as const)

/** Someone pressed a button. */
export type SlackPress = {
  team: string
  user: { id: string; name: string }
  channel: { id: string; name: string }
  command: string
  message: { text: string; blocks: readonly object[] }
  responseUrl: string
}

/** Undefined for a request that is no pressed button. */
export function readPress(fields: URLSearchParams): SlackPress | undefined {
  const payload: unknown = parseJson(fields.get('payload') ?? '')
  if (!isPayload(payload)) return undefined
  const { team, user, channel, message, actions, response_url: responseUrl } = payload
  return {
    team: team.id,
    user: { id: user.id, name: user.username ?? user.name ?? user.id },
    channel: { id: channel?.id ?? '', name: channel?.name ?? '' },
    command: actions[0]?.value ?? '',
    message: { text: message?.text ?? '', blocks: message?.blocks ?? [] },
    responseUrl,
  }
}

/** Slack waits three seconds, so the answer goes to the response URL. */
export function answerPress(
  { dispatcher }: Receiver,
  bot: Bot,
  pressed: SlackPress,
  server: string | null,
): void {
  const { team, user, channel, command, responseUrl } = pressed
  const press = toPress({
    user: { id: `${team}:${user.id}`, name: user.name },
    chat: channel,
    privateChatId: user.id,
    command,
    formatCommand: (name) => writeSlash(name, bot.settings),
  })
  dispatcher.dispatchAndReply(bot, press.incoming, (answer) => {
    const line = press.decided()
    const body = line === undefined ? onlyFor(answer) : decidedMessage(pressed, line)
    return sendLate(dispatcher, { server, responseUrl }, body)
  })
}

function onlyFor(answer: readonly Block[]): object {
  const shown = renderMessage(answer, style)
  return { response_type: 'ephemeral', replace_original: false, text: shown }
}

/** The message without its buttons, and who decided. */
function decidedMessage({ message }: SlackPress, line: Block): object {
  const shown = renderMessage([line], style)
  const remaining = message.blocks.filter((block) => !('type' in block && block.type === 'actions'))
  return {
    replace_original: true,
    text: `${message.text}\n${shown}`,
    blocks: [...remaining, { type: 'context', elements: [{ type: 'mrkdwn', text: shown }] }],
  }
}
