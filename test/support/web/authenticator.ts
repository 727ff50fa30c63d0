import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a test may have the device and its browser do wrong. */
type Wrong = { origin?: string; host?: string; isUserSeen?: boolean; counter?: number }

/** A device that keeps one passkey, and the browser before it. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: wrong.origin ?? origin }))
  const authenticatorData = (wrong: Wrong, extra: Buffer = Buffer.alloc(0)) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(wrong.counter ?? counter)
    const flags = 0x01 | (wrong.isUserSeen === false ? 0 : 0x04) | (extra.length > 0 ? 0x40 : 0)
    const host = sha256(wrong.host ?? new URL(origin).hostname)
    return Buffer.concat([host, Buffer.from([flags]), count, extra])
  }
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url') }
  const rest = { type: 'public-key', clientExtensionResults: {} } as const

  return {
    create: (
      { challenge }: PublicKeyCredentialCreationOptionsJSON,
      wrong: Wrong = {},
    ): RegistrationResponseJSON => {
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const key = Buffer.from(isoCBOR.encode(cose))
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(wrong, attested))],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, wrong).toString('base64url'),
        // SAFETY: the types of the encoder leave out maps of several types.
        attestationObject: Buffer.from(isoCBOR.encode(attestation as Map<string, string>)).toString(
          'base64url',
        ),
        transports: ['internal'],
      }
      return { ...credential, ...rest, response }
    },
    get: (
      { challenge }: PublicKeyCredentialRequestOptionsJSON,
      wrong: Wrong = {},
    ): AuthenticationResponseJSON => {
      const client = clientData('webauthn.get', challenge, wrong)
      const data = authenticatorData(wrong)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...credential, ...rest, response }
    },
  }
}
