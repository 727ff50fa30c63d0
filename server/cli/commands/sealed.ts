import type { Unreadable } from '../../domain/transfer/check/sealed-secrets.ts'
import { amount } from '../listing.ts'

/** What cannot be read with the secret that is there, and how to come to the one that reads it. */
export function describeUnreadable(
  { webhooks, bots, embeddings, secondFactors }: Unreadable,
  dataFolder: string,
): string[] {
  const kinds: [count: number, words: string, repair: string][] = [
    [webhooks, amount(webhooks, 'webhook'), 'give each webhook a new secret'],
    [bots, amount(bots, 'bot'), 'connect each bot again'],
    [embeddings, amount(embeddings, 'embeddings model'), 'enter the key of each model again'],
    [
      secondFactors,
      `the authenticator apps of ${amount(secondFactors, 'person', 'people')}`,
      'have each person sign in with a recovery code, or with a link from `quire user reset-link --without-second-factor`',
    ],
  ]
  const there = kinds.filter(([count]) => count > 0)
  if (there.length === 0) return []
  return [
    '',
    `CANNOT BE DECRYPTED: the secrets of ${there.map(([, words]) => words).join(', ')}. They were encrypted with another key, which backups do not contain.`,
    `Before you start the server, copy secret.key from the old data folder to ${dataFolder}, or set QUIRE_SECRET to its old value.`,
    `If the key is lost: ${there.map(([, , repair]) => repair).join('; ')}.`,
  ]
}
