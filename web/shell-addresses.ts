import { appAddresses } from '../server/http/app-addresses.ts'

/** What concerns a session, or belongs to visitors, comes from the server or not at all. */
const isExcluded =
  /^\/(?:s|setup|sign-in|join|confirmed|\w+-password|verify-email|unsubscribe)(?:\/|$)/

/**
 * Where the service worker may open the app from the cache, as regular expressions: at the addresses where only
 * signed-in people have a screen.
 */
export const shellAddresses: readonly string[] = appAddresses
  .filter((address) => !isExcluded.test(address))
  .map((address) => `^${address.replaceAll(/:\w+/g, '[^/]+')}$`)
