import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'

/** So many in so many milliseconds. */
export type Limit = { most: number; window: number }

export type Attempts = {
  /**
   * Counts a try at each subject, and refuses when one has had too many. Call what comes back once the try
   * proved right: it counts for nothing then.
   */
  take: (...tries: { subject: string; limit: Limit }[]) => () => void
  /** How many tries at a subject count now. */
  count: (subject: string) => number
}

/**
 * Tries to sign in, counted in this process: of what is remembered for minutes only, a copy in each node
 * is enough. Bounded, so that many made-up addresses cannot fill the memory.
 */
export function createAttempts(): Attempts {
  const counts = new LRUCache<string, { count: number; until: number }>({ max: 50_000 })
  const current = (subject: string) => {
    const found = counts.get(subject)
    return found === undefined || found.until <= clock.now() ? undefined : found
  }
  return {
    count: (subject) => current(subject)?.count ?? 0,
    take: (...tries) => {
      for (const { subject, limit } of tries) {
        const found = current(subject)
        if (found !== undefined && found.count >= limit.most) throw tooMany(found.until)
      }
      const taken = tries.map(({ subject, limit }) => {
        const entry = current(subject) ?? { count: 0, until: clock.now() + limit.window }
        entry.count += 1
        counts.set(subject, entry)
        return entry
      })
      return () => {
        for (const entry of taken) entry.count -= 1
      }
    },
  }
}

function tooMany(until: number): AppError {
  const seconds = Math.max(1, Math.ceil((until - clock.now()) / 1000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('RATE_LIMITED', `Too many attempts. Wait ${wait}.`, { retryAfter: seconds })
}

/** Of what strangers may begin: each leaves a row in the store for some minutes. */
const beginnings: Limit = { most: 300, window: 600_000 }

export function takeBeginning(attempts: Attempts, address: string): void {
  attempts.take({ subject: `begin ${networkOf(address)}`, limit: beginnings })
}

/** Who asks, as far as it can be told: of IPv6 the network, since each customer has one whole. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : parsed.toNormalizedString().split(':', 4).join(':')
}

/** Of what a single customer may have many: 256 addresses of IPv4, a /48 of IPv6. */
export function widerNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? `${parsed.toString().split('.', 3).join('.')}.*`
    : parsed.toNormalizedString().split(':', 3).join(':')
}
