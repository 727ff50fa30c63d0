import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { provideServices } from './adapters.ts'
import { answerSlash } from './slash-commands.ts'
import { openSpeaker } from './speaker.ts'
import { takeTelegram } from './telegram-door.ts'
import { Replays } from './verify.ts'

/** A command is a line. */
const bodyLimit = 64 * 1024
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
      done(null, body),
    )
    const open = { bodyLimit, config: { open: true } }
    for (const service of ['slack', 'mattermost'] as const) {
      bots.post(`/bots/${service}/commands`, open, (request) =>
        answerSlash(speaker, service, request, replays),
      )
    }
    bots.post<{ Params: { account: string } }>(
      '/bots/telegram/:account',
      { ...open, bodyLimit: 1024 * 1024 },
      async ({ params: { account }, headers, body }) => {
        const shown = String(headers['x-telegram-bot-api-secret-token'] ?? '')
        const isTaken = await takeTelegram(app, speaker, { account, shown, body })
        if (isTaken) return {}
        throw new AppError('FORBIDDEN', 'This is not from a bot that is connected here.')
      },
    )
  })
}
