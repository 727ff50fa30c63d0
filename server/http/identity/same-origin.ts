import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { routeOf } from '../requests/route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Opens a connection that pages of other sites could read and write too, whatever its method. */
    checksOrigin?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses cross-site requests (CSRF) with FORBIDDEN. Browsers send the origin of a page with each change;
 * `hasCookie` requires it. The host is compared without the scheme, which a proxy may have changed;
 * `Sec-Fetch-Site` covers the scheme too. With PUBLIC_URL set, only its origin is accepted.
 */
export function requireSameOrigin(
  request: FastifyRequest,
  publicUrl: string | undefined,
  { hasCookie }: { hasCookie: boolean },
): void {
  const { method, headers, host } = request
  if (safeMethods.has(method) && routeOf(request).config.checksOrigin !== true) return
  const { origin, 'sec-fetch-site': site } = headers
  const isOwnSite = site === undefined || site === 'same-origin'
  const isOwnOrigin = origin === undefined || isOwn(origin, host, publicUrl)
  const hasOrigin = origin !== undefined || site !== undefined
  if (isOwnSite && isOwnOrigin && (hasOrigin || !hasCookie)) return
  const advice =
    publicUrl === undefined
      ? 'If it does, set PUBLIC_URL to the address that people open.'
      : `Open ${publicUrl} and try again.`
  throw new AppError(
    'FORBIDDEN',
    `This request does not come from a page of this server. ${advice}`,
  )
}

/** Browsers leave out a default port, other programs may not. */
function isOwn(origin: string, host: string, publicUrl: string | undefined): boolean {
  const from = URL.parse(origin)
  if (from === null || from.host === '') return false
  if (publicUrl !== undefined) return from.origin === URL.parse(publicUrl)?.origin
  const asked = URL.parse(`${from.protocol}//${host}`)
  return from.host === asked?.host
}
