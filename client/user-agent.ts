import { version } from './version.ts'

/**
 * The header with the name and version of the program, which is shown beside its changes. A browser names itself, and its
 * name tells sessions apart.
 */
export function userAgentHeader(userAgent: string | undefined): Readonly<Record<string, string>> {
  const isBrowser = 'document' in globalThis || 'importScripts' in globalThis
  return isBrowser ? {} : { 'user-agent': userAgent ?? `quire-client/${version}` }
}
