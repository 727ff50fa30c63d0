import { createHmac } from 'node:crypto'
import type { Bot } from '../../../domain/chats/bots.ts'
import { clock } from '../../../lib/clock.ts'
import type { ChatDispatcher } from '../../dispatcher.ts'
import { type SlashRequest, slashWebhook } from '../slash-commands.ts'
import { isSameSecret, maxClockSkewSeconds } from '../verify.ts'
import { style } from './style.ts'

export const webhook = slashWebhook({
  path: '/bots/slack/commands',
  style,
  findBot,
  replayKey: ({ headers }) => String(headers['x-slack-signature']),
  isProbe: ({ fields }) => fields.get('ssl_check') === '1',
  responseServer: ({ baseUrl }) => baseUrl ?? 'https://hooks.slack.com',
})

/** A team may have several bots, each with its own signing secret. */
async function findBot(
  dispatcher: ChatDispatcher,
  { headers, fields, raw }: SlashRequest,
): Promise<Bot | undefined> {
  const signature = String(headers['x-slack-signature'] ?? '')
  const timestamp = String(headers['x-slack-request-timestamp'] ?? '')
  const bots = await dispatcher.botsOf('slack', fields.get('team_id') ?? '')
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
