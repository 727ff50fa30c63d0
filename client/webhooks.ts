import { QuireError } from './errors.ts'
import type { WebhookEvent } from './webhook-events.ts'

export type { WebhookEvent, WebhookEventData, WebhookEventOf } from './webhook-events.ts'

export type WebhookRequest = {
  /** The secret of the webhook, `whsec_…`; during a rotation, both. */
  secret: string | readonly string[]
  /** Headers of the request, of `Request.headers` or of Node. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it was received, not parsed and serialized again. */
  body: string | Uint8Array
  /** How old a request may be; 300 seconds when left out. */
  toleranceSeconds?: number
}

const defaultToleranceSeconds = 300

/**
 * Returns the event of a request to a webhook, signed according to https://www.standardwebhooks.com.
 * Throws `WEBHOOK_INVALID` if it was not signed with the secret, or is too old.
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = defaultToleranceSeconds,
}: WebhookRequest): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  if (!/^\d+$/.test(timestamp)) throw invalid('It has no webhook-timestamp header.')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw invalid(
      `It is more than ${toleranceSeconds} seconds old, or the clock of this machine is wrong.`,
    )
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => fromBase64(one.slice(3)))
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await importKey(one)
    for (const signature of signatures) {
      const isGenuine = await crypto.subtle.verify('HMAC', key, signature, signed)
      // SAFETY: only the server knows the secret.
      if (isGenuine) return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
    }
  }
  throw invalid('No signature matches the secret. Compare it with the secret of the webhook.')
}

function importKey(secret: string): Promise<CryptoKey> {
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (key.length === 0) throw invalid('The secret is not the secret of a webhook: whsec_…')
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return typeof value === 'string' ? value : ''
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

/** Empty for what is no base64: no key and no signature is. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function invalid(reason: string): QuireError {
  const message = `The request to the webhook is not accepted. ${reason}`
  return new QuireError(message, { code: 'WEBHOOK_INVALID', status: 0 })
}
