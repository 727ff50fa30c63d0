import { hash, randomInt } from 'node:crypto'

const prefix = 'svc_'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const format = /^svc_[A-Za-z0-9]{24}$/

/** A new key: `svc_` and 24 base62 characters, about 143 bits. */
export function newApiKey(): string {
  return prefix + Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export function isApiKey(text: string): boolean {
  return format.test(text)
}

/** SHA-256 in hex: all that is stored of a key. No salt is needed for a random secret of this length. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}
