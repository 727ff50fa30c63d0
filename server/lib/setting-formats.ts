import { isIP } from 'node:net'
import { AppError } from './errors.ts'
import { type AllowedHosts, readAllowedHosts } from './network/address-guard.ts'

/** What the text of a setting has to be, and the value that it becomes. */
export type Format<Value> = {
  /** Stands after "must be". */
  accepts: string | ((text: string) => string)
  /** Undefined where the text is not accepted. */
  parse: (text: string) => Value | undefined
  /** What of a text that is not accepted may be shown, where it may hold a secret. */
  shown?: (text: string) => string
}

export const text: Format<string> = { accepts: 'a text', parse: (given) => given }

/** `unit` is what the number is multiplied by, such as the milliseconds of a second. */
export function integer({
  from,
  to,
  unit = 1,
}: {
  from: number
  to: number
  unit?: number
}): Format<number> {
  return {
    accepts: `a whole number from ${from} to ${to}`,
    parse: (given) => {
      const number = Number(given)
      const isGood = /^\d+$/.test(given) && number >= from && number <= to
      return isGood ? number * unit : undefined
    },
  }
}

export function oneOf<Value extends string>(values: readonly Value[]): Format<Value> {
  return {
    accepts: `one of ${values.join(', ')}`,
    parse: (given) => values.find((value) => value === given),
  }
}

export function someOf<Value extends string>(values: readonly Value[]): Format<ReadonlySet<Value>> {
  return {
    accepts: `some of ${values.join(',')}`,
    parse: (given) => {
      const names = given.split(',').map((name) => name.trim())
      const known = values.filter((value) => names.includes(value))
      return known.length === names.length ? new Set(known) : undefined
    },
  }
}

/** As the field Contact of security.txt has it. */
export const contactAddress: Format<string> = {
  accepts: 'an address such as mailto:security@example.com or https://example.com/security',
  parse: (given) => {
    const url = URL.parse(given)
    const isKnown = url !== null && ['mailto:', 'https:', 'tel:'].includes(url.protocol)
    return isKnown ? url.href : undefined
  },
}

/** Comes without the slash at its end. */
export const webAddress: Format<string> = {
  accepts: 'a web address such as https://notes.example.com',
  parse: (given) => {
    const url = URL.parse(given)
    const isPlain = url !== null && url.search + url.hash + url.username + url.password === ''
    return isPlain && /^https?:$/.test(url.protocol) ? given.replace(/\/+$/, '') : undefined
  },
}

export const bucketAddress: Format<string> = {
  accepts: 'the web address of a bucket such as https://s3.example.com/quire',
  parse: (given) => {
    const address = webAddress.parse(given)
    return address !== undefined && /^https?:\/\/[^/]+\/[^/]+$/.test(address) ? address : undefined
  },
}

const isPostgres = /^postgres(?:ql)?:/

export const databaseAddress: Format<string> = {
  accepts: (given) => {
    const hint =
      isPostgres.test(given) && given.includes('@')
        ? '. In a password write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25, or leave it out and set DATABASE_PASSWORD'
        : '; unset is SQLite under QUIRE_DATA'
    return `postgres://user:password@host:port/database${hint}`
  },
  parse: (given) => (isPostgres.test(URL.parse(given)?.protocol ?? '') ? given : undefined),
  shown: withoutPassword,
}

export const mailAddress: Format<string> = {
  accepts: 'smtp://user:password@host:587, or smtps:// for TLS from the start',
  parse: (given) => {
    const url = URL.parse(given)
    return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? given : undefined
  },
  shown: withoutPassword,
}

/** By TLS, or on this machine. */
export const issuerAddress: Format<string> = {
  accepts: 'the https:// address of the provider, as it names itself',
  parse: (given) => {
    const url = URL.parse(given)
    const isLocal = url !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
    const isSafe = url?.protocol === 'https:' || (isLocal && url.protocol === 'http:')
    return isSafe ? given : undefined
  },
}

/** True and false, or the text where it lists addresses and networks. */
export const proxies: Format<boolean | string> = {
  accepts: 'true, false, or addresses and networks such as 10.0.0.0/8',
  parse: (given) => {
    if (given === 'true' || given === 'false') return given === 'true'
    return given.split(',').every((part) => isNetwork(part.trim())) ? given : undefined
  },
}

/** An IP address, or one with the length of its prefix. */
function isNetwork(given: string): boolean {
  const [address = '', length, ...more] = given.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  const maxPrefixLength = version === 4 ? 32 : 128
  return length === undefined || (/^[1-9]\d*$/.test(length) && Number(length) <= maxPrefixLength)
}

export const hosts: Format<AllowedHosts> = {
  accepts: 'hosts and networks: hooks.lan, 10.0.0.0/8',
  parse: readAllowedHosts,
}

/** Seconds to wait before each attempt, in milliseconds; the first is the first attempt itself. */
export const schedule: Format<readonly number[]> = {
  accepts: 'seconds before each attempt, such as 0,5,300',
  parse: (given) => {
    const waits = given.split(',').map((part) => part.trim())
    const isGood = waits.every((wait) => /^\d+(?:\.\d+)?$/.test(wait) && Number(wait) <= 604_800)
    return isGood && waits.length <= 50 ? waits.map((wait) => Number(wait) * 1000) : undefined
  },
}

export const longSecret: Format<string> = {
  accepts: '16 characters or more, such as `openssl rand -hex 32` prints',
  parse: (given) => (given.length >= 16 ? given : undefined),
  // It may be most of a real one.
  shown: () => '…',
}

/** What stands before an @ may be a password. */
function withoutPassword(given: string): string {
  return given.replace(/^.*@/, '…@')
}

export function parseSetting<Value>(name: string, format: Format<Value>, given: string): Value {
  const value = format.parse(given)
  if (value !== undefined) return value
  const { accepts, shown } = format
  const expected = typeof accepts === 'string' ? accepts : accepts(given)
  throw badSetting(name, shown?.(given) ?? given, expected)
}

export function badSetting(name: string, given: string, expected: string): AppError {
  return new AppError('VALIDATION_FAILED', `${name} is "${given}" but must be ${expected}.`)
}
