import type { Bot } from '../../../domain/chats/bots.ts'
import { hashToken } from '../../../lib/secrets/tokens.ts'
import type { ChatDispatcher } from '../../dispatcher.ts'
import type { Webhook } from '../chat-service.ts'
import { type SlashRequest, slashWebhook } from '../slash-commands.ts'
import { isSameSecret } from '../verify.ts'
import { answerPress, readPress } from './buttons.ts'
import { style } from './style.ts'

const commands = slashWebhook({
  path: '/bots/mattermost/commands',
  style,
  findBot,
  replayKey: ({ fields }) => (fields.get('trigger_id') ?? '').slice(0, 4000),
  responseServer: ({ baseUrl }) => baseUrl,
})

/** Receives commands and pressed buttons. */
export const webhook: Webhook = {
  ...commands,
  receive: async (request, receiver) => {
    const pressed = readPress(request)
    return pressed === undefined
      ? commands.receive(request, receiver)
      : answerPress(receiver, pressed)
  },
}

/** Commands do not name the bot: the token identifies it. */
async function findBot(
  dispatcher: ChatDispatcher,
  { headers: { authorization }, fields }: SlashRequest,
): Promise<Bot | undefined> {
  const shown = /^Token +(\S+)$/.exec(authorization ?? '')?.[1]
  const token = shown ?? fields.get('token') ?? ''
  if (
    shown !== undefined &&
    fields.has('token') &&
    !isSameSecret(fields.get('token') ?? '', shown)
  ) {
    return undefined
  }
  const bots = await dispatcher.botsOf('mattermost', hashToken(token))
  return bots.find(({ secrets: { commandToken } }) => {
    return isSameSecret(token, commandToken ?? '') && commandToken !== undefined
  })
}
