import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { clock, dayMs } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'

const path = '/.well-known/security.txt'
/** Less than a year, as https://www.rfc-editor.org/rfc/rfc9116 recommends. */
const validMs = 180 * dayMs

/** Where to report a vulnerability of this installation. */
export function routeSecurityContact(
  server: FastifyInstance,
  { securityContact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>,
): void {
  server.get(path, { config: { open: true } }, async (_request, reply) => {
    if (securityContact === undefined)
      throw new AppError('NOT_FOUND', 'This server names no security contact.')
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock.now() + validMs).toISOString()}`,
      ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${path}`]),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
