import { createRequire } from 'node:module'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type * as Undici from 'undici'
import type { buildConnector, Dispatcher } from 'undici'
import type { AddressGuard } from './address-guard.ts'

/** The HTTP client for every address that a person configured. It decides which addresses may be called. */
export type OutboundHttp = {
  guard: AddressGuard
  /** Connects to public addresses and to allowed hosts only. */
  guarded: Dispatcher
  /** Connects to any address: for addresses that the operator configured. */
  open: Dispatcher
  /** The IP address of the last connection to an origin. */
  addressOf: (origin: string) => string | undefined
  close: () => Promise<void>
}

export const connectTimeout = 5000
/** More than any known response needs. */
const maxHeaderSize = 16_384

/** Loaded with the first request, to save 7 MB on a server without outbound requests. */
function undici(): typeof Undici {
  // SAFETY: the types of the package are those of what it exports.
  return createRequire(import.meta.url)('undici') as typeof Undici
}

export function openOutboundHttp(guard: AddressGuard): OutboundHttp {
  // A host name has at most 253 characters: at most 1 MB in all.
  const connected = new LRUCache<string, string>({ max: 1000 })
  const note = (connect: buildConnector.connector): buildConnector.connector => {
    return (options, callback) =>
      connect(options, (...outcome) => {
        const [, socket] = outcome
        const origin = `${options.protocol}//${options.host ?? options.hostname}`
        if (socket?.remoteAddress !== undefined) connected.set(origin, socket.remoteAddress)
        callback(...outcome)
      })
  }
  const agents = new Map<string, Dispatcher>()
  const agent = (name: string, connector: () => buildConnector.connector): Dispatcher => {
    const known = agents.get(name)
    if (known !== undefined) return known
    const limits = { maxHeaderSize, headersTimeout: 0, bodyTimeout: 0, connections: null }
    const dispatcher = new (undici().Agent)({ ...limits, connect: note(connector()) })
    agents.set(name, dispatcher)
    return dispatcher
  }
  return {
    guard,
    get guarded() {
      return agent('guarded', () => guardedConnector(guard))
    },
    get open() {
      return agent('open', () => undici().buildConnector({ timeout: connectTimeout }))
    },
    addressOf: (origin) => connected.get(origin),
    close: async () => {
      await Promise.all([...agents.values()].map((dispatcher) => dispatcher.destroy()))
    },
  }
}

/** The addresses that were checked are those that are connected to: no name is asked for twice. */
function guardedConnector(guard: AddressGuard): buildConnector.connector {
  const addressesOf = callbackify((host: string) => guard.addressesOf(host))
  const lookup: LookupFunction = (host, options, callback) =>
    addressesOf(host, (error, addresses) => {
      const family = familyOf(options)
      const wanted = addresses?.filter((one) => family === undefined || one.family === family)
      const [first] = wanted ?? []
      if (first === undefined) callback(error ?? noAddress(host), '')
      else if (options.all === true) callback(null, wanted ?? [])
      else callback(null, first.address, first.family)
    })
  const connect = undici().buildConnector({ timeout: connectTimeout, lookup })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) === 0) {
      connect(options, callback)
      return
    }
    // Node looks nothing up that is an address already, and so would never ask.
    addressesOf(host, (error) => {
      if (error === null) connect(options, callback)
      else callback(error, null)
    })
  }
}

function familyOf({ family }: { family?: number | 'IPv4' | 'IPv6' | undefined }) {
  if (family === 'IPv4') return 4
  if (family === 'IPv6') return 6
  return family === 0 ? undefined : family
}

function noAddress(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address of ${host} can be used`), { code: 'ENOTFOUND' })
}
