import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { openSpeaker } from './dispatcher.ts'
import { provideServices } from './services/registry.ts'
import { answerSlash } from './services/slash-commands.ts'
import { takeTelegram } from './services/telegram/webhook.ts'
import { Replays } from './services/verify.ts'

/** A command is a line. */
const commandLimit = 64 * 1024
/** A message of 4,096 characters with what it answers and a hundred marks in each is a quarter of it. */
const updateLimit = { bytes: 128 * 1024, json: { values: 2500, depth: 16 } }
const mostFields = 200
const form = 'application/x-www-form-urlencoded'

/** Where chat services bring what people say to bots. */
export async function routeBots(
  server: FastifyInstance,
  app: Pick<App, 'store' | 'contextFor' | 'webhooks'>,
  { roles }: Pick<Config, 'roles'>,
): Promise<void> {
  provideServices(app.webhooks.chats)
  if (!roles.has('api')) return
  const report = (error: unknown): void => server.log.error({ err: error }, 'a bot failed')
  const speaker = openSpeaker(app, report)
  const replays = new Replays()
  await server.register(async (bots) => {
    bots.addHook('preClose', () => speaker.stop())
    // Signatures are of the bytes.
    bots.addContentTypeParser<Buffer>(form, { parseAs: 'buffer' }, (_request, body, done) =>
      done(holdsMoreThan(body, mostFields) ? tooMany() : null, body),
    )
    const open = { bodyLimit: commandLimit, config: { open: true } }
    for (const service of ['slack', 'mattermost'] as const) {
      bots.post(`/bots/${service}/commands`, open, (request) =>
        answerSlash(speaker, service, request, replays),
      )
    }
    bots.post<{ Params: { account: string } }>(
      '/bots/telegram/:account',
      { bodyLimit: updateLimit.bytes, config: { open: true, json: updateLimit.json } },
      async ({ params: { account }, headers, body }) => {
        const shown = String(headers['x-telegram-bot-api-secret-token'] ?? '')
        const isTaken = await takeTelegram(app, speaker, { account, shown, body })
        if (isTaken) return {}
        throw new AppError('FORBIDDEN', 'This is not from a bot that is connected here.')
      },
    )
  })
}

function holdsMoreThan(body: Buffer, fields: number): boolean {
  let at = -1
  for (let count = 0; count < fields; count += 1) {
    at = body.indexOf('&', at + 1)
    if (at === -1) return false
  }
  return true
}

function tooMany(): AppError {
  return new AppError('BODY_TOO_LARGE', `The form has more than ${mostFields} fields.`)
}
