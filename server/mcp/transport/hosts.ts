import { isIP } from 'node:net'
import { AppError } from '../../lib/errors.ts'

/**
 * DNS rebinding needs a name that an attacker can point elsewhere: one with a dot. Addresses, names
 * without a dot (`localhost`, `app` in a container network) and the public address cannot be such names.
 * Throws FORBIDDEN.
 */
export function requireHost(hostname: string, publicUrl: string | undefined): void {
  const name = hostname.toLowerCase().replaceAll(/^\[|\]$/g, '')
  if (isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost')) return
  if (name === hostOf(publicUrl)) return
  throw new AppError(
    'FORBIDDEN',
    `MCP requests to the host name ${hostname} are not allowed. If it is the name of this server, set PUBLIC_URL to its address.`,
  )
}

/** Browsers send the origin of the page; only pages of this server are allowed. Throws FORBIDDEN. */
export function requireOrigin(
  origin: string | undefined,
  hostname: string,
  publicUrl: string | undefined,
): void {
  if (origin === undefined) return
  const name = hostOf(origin)
  if (name !== undefined && (name === hostname.toLowerCase() || name === hostOf(publicUrl))) return
  throw new AppError('FORBIDDEN', 'MCP requests from web pages of another origin are not allowed.')
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : URL.parse(address)?.hostname
}
