import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { openChatDispatcher } from './dispatcher.ts'
import type { Receiver, ServiceRequest, Webhook } from './services/chat-service.ts'
import { chatServices } from './services/registry.ts'
import { Replays } from './services/verify.ts'

const maxFormFields = 200
const form = 'application/x-www-form-urlencoded'

/** The routes that chat services send messages to. */
export async function routeBots(
  server: FastifyInstance,
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  { roles }: Pick<Config, 'roles'>,
): Promise<void> {
  app.integrations.chatServices.provide(chatServices)
  if (!roles.has('api')) return
  const report = (error: unknown): void => server.log.error({ err: error }, 'a bot failed')
  const dispatcher = openChatDispatcher(app, report)
  const receiver = { app, dispatcher, replays: new Replays() }
  await server.register(async (bots) => {
    bots.addHook('preClose', () => dispatcher.stop())
    // Signatures cover the bytes.
    bots.addContentTypeParser<Buffer>(form, { parseAs: 'buffer' }, (_request, body, done) =>
      done(hasMoreFieldsThan(body, maxFormFields) ? tooManyFields() : null, body),
    )
    for (const { webhook } of chatServices) if (webhook) routeWebhook(bots, webhook, receiver)
  })
}

function routeWebhook(bots: FastifyInstance, webhook: Webhook, receiver: Receiver): void {
  const { path, bodyLimit, json } = webhook
  const config = { open: true, ...(json === undefined ? {} : { json }) }
  bots.post<{ Params: ServiceRequest['params'] }>(path, { bodyLimit, config }, (request) =>
    webhook.receive(request, receiver),
  )
}

function hasMoreFieldsThan(body: Buffer, fields: number): boolean {
  let at = -1
  for (let count = 0; count < fields; count += 1) {
    at = body.indexOf('&', at + 1)
    if (at === -1) return false
  }
  return true
}

function tooManyFields(): AppError {
  return new AppError('BODY_TOO_LARGE', `The form has more than ${maxFormFields} fields.`)
}
