import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'

/** At most `max` attempts per window. */
export type Limit = { max: number; windowMs: number }

export type Throttle = {
  /**
   * Counts an attempt for each subject. Throws RATE_LIMITED if one has reached its limit. Call the result if the
   * attempt succeeds; it then no longer counts.
   */
  take: (...attempts: { subject: string; limit: Limit }[]) => () => void
  /** Number of attempts of a subject in the current window. */
  count: (subject: string) => number
}

const maxCountBytes = 16 * 1024 * 1024
/** Of an entry beside its subject. */
const entryBytes = 250

/**
 * Limits attempts to sign in and the like. Counts live in this process, because they expire within minutes.
 * Their bytes are bounded, so that invented addresses cannot fill the memory.
 */
export function createThrottle(): Throttle {
  const counts = new LRUCache<string, { count: number; until: number }>({
    maxSize: maxCountBytes,
    sizeCalculation: (_count, subject) => entryBytes + 2 * subject.length,
  })
  const current = (subject: string) => {
    const found = counts.get(subject)
    return found === undefined || found.until <= clock.now() ? undefined : found
  }
  return {
    count: (subject) => current(subject)?.count ?? 0,
    take: (...attempts) => {
      for (const { subject, limit } of attempts) {
        const found = current(subject)
        if (found !== undefined && found.count >= limit.max) throw tooMany(found.until)
      }
      const entries = attempts.map(({ subject, limit }) => {
        const entry = current(subject) ?? { count: 0, until: clock.now() + limit.windowMs }
        entry.count += 1
        counts.set(subject, entry)
        return entry
      })
      return () => {
        for (const entry of entries) entry.count -= 1
      }
    },
  }
}

function tooMany(until: number): AppError {
  const seconds = Math.max(1, Math.ceil((until - clock.now()) / 1000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('RATE_LIMITED', `Too many attempts. Wait ${wait}.`, { retryAfter: seconds })
}

/** Limit for requests without a sign-in that store a row for some minutes. */
const anonymousStartLimit: Limit = { max: 300, windowMs: 600_000 }

/** Throws RATE_LIMITED. */
export function limitAnonymousStart(throttle: Throttle, address: string): void {
  throttle.take({ subject: `begin ${networkOf(address)}`, limit: anonymousStartLimit })
}

/** The IPv4 address, or the /64 network of an IPv6 address, which belongs to one customer. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : parsed.toNormalizedString().split(':', 4).join(':')
}

/** The range that one customer may own: a /24 of IPv4, a /48 of IPv6. */
export function widerNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? `${parsed.toString().split('.', 3).join('.')}.*`
    : parsed.toNormalizedString().split(':', 3).join(':')
}
