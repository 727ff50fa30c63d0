import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { failureText } from '../failures/failures.ts'

export type Address = { address: string; family: number }
export type Resolve = (host: string) => Promise<Address[]>

/** Where calls to addresses that people of a workspace set may go. */
export type AddressGuard = {
  /** Why a call may not go to a URL, in words that follow it; undefined when it may, or has no address yet. */
  refusal: (url: string, audience?: Audience) => Promise<string | undefined>
  /** What a connection to a host may use. Throws AddressBlocked. */
  addressesOf: (host: string) => Promise<Address[]>
}

/** Who reads a refusal. */
export type Audience = 'everyone' | 'administrators'

export class AddressBlocked extends Error {
  readonly code = 'ADDRESS_BLOCKED'
  /** Where the name leads: for who runs the server, since others could read an internal DNS by it. */
  readonly found: string | undefined

  constructor(message: string, found?: string) {
    super(message)
    this.found = found
  }
}

/** Hosts by name, and networks, that are open although they are not public. */
export type AllowedHosts = {
  names: ReadonlySet<string>
  networks: readonly ReturnType<typeof ipaddr.parseCIDR>[]
}

/** Public by its range, but the host of a virtual machine answers there (Azure's wire server). */
const metadata = new Set(['168.63.129.16'])
const hostName =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/

/** Reads `127.0.0.1, 10.0.0.0/8, hooks.lan`; undefined when a part of it is neither. */
export function readAllowedHosts(text: string): AllowedHosts | undefined {
  const names = new Set<string>()
  const networks: AllowedHosts['networks'][number][] = []
  for (const part of text.split(',').map((entry) => entry.trim().toLowerCase())) {
    if (part === '') continue
    const network = networkOf(part)
    if (network !== undefined) networks.push(network)
    else if (hostName.test(part)) names.add(part)
    else return undefined
  }
  return { names, networks }
}

function networkOf(part: string): AllowedHosts['networks'][number] | undefined {
  const [address = '', length, ...more] = part.split('/')
  if (isIP(address) === 0 || more.length > 0) return undefined
  const parsed = ipaddr.parse(address)
  const maxPrefixLength = parsed.kind() === 'ipv4' ? 32 : 128
  const bits = length === undefined ? maxPrefixLength : Number(length)
  if (!/^\d+$/.test(length ?? '0') || bits > maxPrefixLength) return undefined
  return [parsed, bits]
}

/** Of IPv6 only what was ever given out: `::7f00:1` has no range of its own. */
const givenOut = ipaddr.parseCIDR('2000::/3')

function isPublic(address: ReturnType<typeof ipaddr.process>): boolean {
  if (address.range() !== 'unicast' || metadata.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(...givenOut)
}

export function createAddressGuard(
  { names, networks }: AllowedHosts,
  resolve: Resolve = (host) => lookup(host, { all: true }),
): AddressGuard {
  const isAllowed = ({ address }: Address): boolean => {
    if (!ipaddr.isValid(address)) return false
    // Takes an IPv4 address out of the IPv6 one that carries it.
    const plain = ipaddr.process(address)
    if (isPublic(plain)) return true
    return networks.some(
      ([network, bits]) => network.kind() === plain.kind() && plain.match(network, bits),
    )
  }
  const addressesOf = async (host: string): Promise<Address[]> => {
    const literal = host.replace(/^\[(.*)\]$/, '$1')
    const family = isIP(literal)
    const found = family === 0 ? await resolve(host) : [{ address: literal, family }]
    if (names.has(host.toLowerCase().replace(/\.$/, ''))) return found
    // One bad address among good ones is how a name is made to lead inside.
    const blocked = found.find((address) => !isAllowed(address))
    if (blocked === undefined) return found
    if (family !== 0) throw new AddressBlocked(failureText('addressNotPublic', { host: literal }))
    throw new AddressBlocked(failureText('hostNotPublic', { host }), blocked.address)
  }
  return {
    addressesOf,
    refusal: async (text, audience = 'everyone') => {
      const url = URL.parse(text)
      if (url === null || !/^https?:$/.test(url.protocol)) {
        return failureText('urlScheme')
      }
      if (url.username !== '' || url.password !== '') return failureText('urlCredentials')
      try {
        await addressesOf(url.hostname)
        return undefined
      } catch (error) {
        // A name that leads nowhere today is met again at every connection.
        if (!(error instanceof AddressBlocked)) return undefined
        const { message, found: address } = error
        const isShown = audience === 'administrators' && address !== undefined
        const detail = isShown
          ? failureText('hostResolvesTo', { host: url.hostname, address })
          : message
        return failureText('addressRefused', { detail })
      }
    },
  }
}
