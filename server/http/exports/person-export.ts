import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { noteAudit } from '../../domain/administration/audit.ts'
import type { Caller, Context } from '../../domain/context.ts'
import { requireActiveSession } from '../../domain/people/sign-in/sessions.ts'
import { requireSelf } from '../../domain/people/sign-in/sign-in.ts'
import { requireCaller } from '../identity/authentication.ts'

const perPerson = { max: 10, windowMs: 3_600_000 }

/** The signed-in person's own data, as a file. */
export function routePersonExport(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): void {
  server.get(
    '/app/profile/export',
    { exposeHeadRoute: false, config: { audience: 'people' } },
    async (request, reply) => {
      const context = contextFor(requireCaller(request))
      const { caller, store, signIn } = context
      const { id } = await requireSelf(context)
      signIn.throttle.take({ subject: `export of ${id}`, limit: perPerson })
      await noteAudit(store, caller, { action: 'user.export', subject: id })
      // Archives need packages that no other request does.
      const { exportPerson } = await import('../../domain/transfer/person/export.ts')
      const check = () => requireActiveSession(context, caller.sessionId ?? '')
      return reply
        .type('application/gzip')
        .header('content-disposition', contentDisposition('quire-data.tar.gz'))
        .header('cache-control', 'no-store')
        .send(exportPerson(context, id, check))
    },
  )
}
