import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send. Browsers say with each change from which page it comes;
 * `hasCookie` asks for that, since nothing else tells a person's own click from a forged one. The host is
 * compared without the scheme, which a proxy may have changed; `Sec-Fetch-Site` tells that one too. Where the
 * public address is set, no other one is taken.
 */
export function requireSameOrigin(
  { method, headers, host }: FastifyRequest,
  publicUrl: string | undefined,
  { hasCookie }: { hasCookie: boolean },
): void {
  if (reading.has(method)) return
  const { origin, 'sec-fetch-site': site } = headers
  const isOwnSite = site === undefined || site === 'same-origin'
  const isOwnOrigin = origin === undefined || isOwn(origin, host, publicUrl)
  const isTold = origin !== undefined || site !== undefined
  if (isOwnSite && isOwnOrigin && (isTold || !hasCookie)) return
  const advice =
    publicUrl === undefined
      ? 'If it did, set PUBLIC_URL to the address people reach it by.'
      : `Open it at ${publicUrl}, and try again.`
  throw new AppError('FORBIDDEN', `This did not come from a page of this server. ${advice}`)
}

/** A port that goes without saying is left out by browsers, not by every program. */
function isOwn(origin: string, host: string, publicUrl: string | undefined): boolean {
  const from = URL.parse(origin)
  if (from === null || from.host === '') return false
  if (publicUrl !== undefined) return from.origin === URL.parse(publicUrl)?.origin
  const asked = URL.parse(`${from.protocol}//${host}`)
  return from.host === asked?.host
}
