import { createHmac, randomBytes } from 'node:crypto'

/** https://www.standardwebhooks.com: what is signed, and how, so that any of its libraries verifies it. */

const prefix = 'whsec_'

export function newSigningSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** The value of `webhook-signature`: one signature for each secret that is valid now. */
export function sign(
  secrets: readonly string[],
  message: { id: string; timestamp: number; body: string },
): string {
  const content = `${message.id}.${message.timestamp}.${message.body}`
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
    })
    .join(' ')
}
