import { createHmac } from 'node:crypto'
import type { Bot } from '../../../domain/chats/bots.ts'
import { clock } from '../../../lib/clock.ts'
import type { ChatDispatcher } from '../../dispatcher.ts'
import type { ServiceRequest, Webhook } from '../chat-service.ts'
import {
  authenticate,
  type SlashProtocol,
  type SlashRequest,
  slashWebhook,
} from '../slash-commands.ts'
import { isSameSecret, maxClockSkewSeconds } from '../verify.ts'
import { answerPress, readPress } from './buttons.ts'
import { style } from './style.ts'

const protocol: SlashProtocol = {
  path: '/bots/slack/commands',
  style,
  findBot,
  replayKey: ({ headers }) => String(headers['x-slack-signature']),
  isProbe: ({ fields }) => fields.get('ssl_check') === '1',
  responseServer: ({ baseUrl }) => baseUrl ?? 'https://hooks.slack.com',
}

const commands = slashWebhook(protocol)

/** Receives commands and pressed buttons, so that one address is configured for both. */
export const webhook: Webhook = {
  ...commands,
  receive: async (request, receiver) => {
    if (!isPressed(request)) return commands.receive(request, receiver)
    const { bot, request: signed } = await authenticate(protocol, request, receiver)
    const pressed = readPress(signed.fields)
    if (pressed === undefined) return {}
    answerPress(receiver, bot, pressed, protocol.responseServer(bot.settings))
    return {}
  },
}

function isPressed({ body }: ServiceRequest): boolean {
  return body instanceof Buffer && body.toString('latin1').startsWith('payload=')
}

/** A team may have several bots, each with its own signing secret. */
async function findBot(
  dispatcher: ChatDispatcher,
  { headers, fields, raw }: SlashRequest,
): Promise<Bot | undefined> {
  const signature = String(headers['x-slack-signature'] ?? '')
  const timestamp = String(headers['x-slack-request-timestamp'] ?? '')
  const team = fields.get('team_id') ?? readPress(fields)?.team ?? ''
  const bots = await dispatcher.botsOf('slack', team)
  return bots.find(({ secrets: { signingSecret } }) => {
    const proof = { signature, timestamp, body: raw }
    return isFromSlack(signingSecret ?? '', proof) && signingSecret !== undefined
  })
}

export type SlackProof = { signature: string; timestamp: string; body: Buffer }

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function isFromSlack(
  signingSecret: string,
  { signature, timestamp, body }: SlackProof,
): boolean {
  const isRecent =
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(clock.now() / 1000 - Number(timestamp)) <= maxClockSkewSeconds
  const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body)
  return isSameSecret(signature, `v0=${mac.digest('hex')}`) && isRecent
}
