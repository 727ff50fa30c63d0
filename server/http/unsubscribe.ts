import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { unsubscribe } from '../domain/inbox/unsubscribe.ts'

/** In bytes. Mail programs send `List-Unsubscribe=One-Click`, in one of two formats. */
const bodyLimit = 4096

/** Where mail programs unsubscribe a person with one click: https://www.rfc-editor.org/rfc/rfc8058 */
export function routeUnsubscribe(
  server: FastifyInstance,
  { store, integrations }: Pick<App, 'store' | 'integrations'>,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The link says everything.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.route<{ Params: { token: string } }>({
      method: 'POST',
      url: '/unsubscribe/:token',
      bodyLimit,
      config: { open: true },
      handler: async (request) => {
        await unsubscribe({ store, integrations }, request.params.token)
        return { ok: true }
      },
    })
  })
}
