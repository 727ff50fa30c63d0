import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ForgingProvider = { issuer: string; close: () => Promise<void> }

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A provider of OpenID Connect that lets everybody in as one person. It publishes one key, and signs ID tokens
 * with that one or, where it forges, with another.
 */
export async function startForgingProvider(
  clientId: string,
  email: string,
  signature: 'sound' | 'forged',
): Promise<ForgingProvider> {
  const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = signature === 'sound' ? published.privateKey : other.privateKey
  let nonce = ''
  let issuer = ''
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({
      keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }],
    }),
    '/token': () => ({
      access_token: 'a',
      token_type: 'bearer',
      id_token: idToken(key, { issuer, clientId, email, nonce }),
    }),
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({
        code: 'c',
        state: url.searchParams.get('state') ?? '',
      }).toString()
      response.writeHead(303, { location: back.href }).end()
      return
    }
    const answer = answers[url.pathname]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.() ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: it listens on a port, not on a path.
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Claims = { issuer: string; clientId: string; email: string; nonce: string }

function idToken(key: KeyObject, { issuer, clientId, email, nonce }: Claims): string {
  const now = Math.floor(Date.now() / 1000)
  const subject = createHash('sha256').update(email).digest('hex')
  const claims = { iss: issuer, aud: clientId, sub: subject, iat: now, exp: now + 300, nonce }
  const head = base64({ alg: 'RS256', kid: '1' })
  const signed = `${head}.${base64({ ...claims, email, email_verified: true })}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
