import { hash, randomBytes } from 'node:crypto'

/** A secret that cannot be guessed: 192 bits, for addresses and cookies. */
export function newToken(): string {
  return randomBytes(24).toString('base64url')
}

/** SHA-256 in hex: all that is stored of a token. It is looked up by this, so no guess is ever compared. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
