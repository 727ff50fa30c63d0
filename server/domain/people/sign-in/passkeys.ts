import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { fits } from '../../../lib/json/fits.ts'
import { storedJson } from '../../../lib/json/stored-json.ts'
import { Type } from '../../../lib/json/type.ts'
import { plainName } from '../../../lib/plain-names.ts'
import { passkeys, type Transaction, users } from '../../../store/index.ts'
import { recordAudit, recordRefusal } from '../../administration/audit.ts'
import { networkOf, limitAnonymousStart } from '../../administration/throttle.ts'
import type { Context, BrowserRequest } from '../../context.ts'
import { countFailedSignIn } from './failed-sign-ins.ts'
import { createOneTimeToken, consumeOneTimeToken } from './one-time-tokens.ts'
import {
  recordAuthentication,
  requireRecentAuthentication,
  requireSession,
} from './reauthentication.ts'
import { requireBrowser, startSession } from './sessions.ts'
import { requireSelf } from './sign-in.ts'

const max = 20

/** Browsers know passkeys for names only, and over TLS or on this very machine. */
export function hasPasskeys(browser: BrowserRequest): boolean {
  const { protocol, hostname } = new URL(browser.origin)
  if (isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0) return false
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}

export function listPasskeys({ store, caller }: Context): Promise<passkeys.PasskeyRow[]> {
  return passkeys.ofUser(store, caller.userId)
}

/** What the browser asks the device to make a passkey with. */
export async function startPasskeyRegistration(
  context: Context,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { store } = context
  const browser = requireSecureOrigin(context)
  const { id, email, firstName, lastName } = await requireSelf(context)
  await requireRecentAuthentication(context)
  const own = await passkeys.ofUser(store, id)
  if (own.length >= max) {
    throw new AppError('ALREADY_EXISTS', `You have ${max} passkeys. Remove one first.`)
  }
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Quire',
    rpID: new URL(browser.origin).hostname,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`,
    excludeCredentials: own.map((row) => ({
      id: row.id,
      transports: readTransports(row.transports, row.id),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await store.transactIn('none', (transaction) =>
    createOneTimeToken(transaction, 'passkey', { userId: id }, options.challenge),
  )
  return options
}

export async function finishPasskey(
  context: Context,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const { store, caller } = context
  const browser = requireSecureOrigin(context)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verify(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => consumeChallenge(context, challenge, caller.userId),
      expectedOrigin: browser.origin,
      expectedRPID: new URL(browser.origin).hostname,
    }),
  )
  if (registrationInfo === undefined) throw refused(undefined)
  const { id, publicKey, counter } = registrationInfo.credential
  const row = {
    id,
    userId: caller.userId,
    name: plainName(name),
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(response.response.transports ?? []),
    createdAt: clock.now(),
  }
  await store.transactIn('none', async (transaction) => {
    await requireSession(transaction, caller)
    if ((await passkeys.byId(transaction, id)) !== undefined) {
      throw new AppError('ALREADY_EXISTS', 'This passkey is already registered.')
    }
    await passkeys.insert(transaction, row)
    const details = { name: row.name }
    await recordAudit(transaction, caller, {
      action: 'passkey.add',
      subject: caller.userId,
      details,
    })
  })
}

export async function removePasskey({ store, caller }: Context, passkeyId: string): Promise<void> {
  const wasThere = await store.transactIn('none', async (transaction) => {
    if (!(await passkeys.remove(transaction, caller.userId, passkeyId))) return false
    await recordAudit(transaction, caller, { action: 'passkey.remove', subject: caller.userId })
    return true
  })
  if (!wasThere) throw new AppError('NOT_FOUND', 'Passkey not found. Refresh the list.')
}

/** What the browser asks any passkey for this server to sign. */
export async function challengePasskey(
  context: Context,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const browser = requireSecureOrigin(context)
  limitAnonymousStart(context.signIn.throttle, browser.address)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: new URL(browser.origin).hostname,
    userVerification: 'required',
  })
  await context.store.transactIn('none', (transaction) =>
    createOneTimeToken(transaction, 'passkey', {}, options.challenge),
  )
  return options
}

/** Signs in whose passkey it is. The device has seen a finger, face or PIN: no other factor is asked for. */
export async function signInWithPasskey(
  context: Context,
  response: AuthenticationResponseJSON,
): Promise<string> {
  const { passkey, counter } = await readResponse(context, response)
  await context.store.transactIn('none', async (transaction) => {
    await noteUse(transaction, passkey, counter)
    await startSession(transaction, context, passkey.userId, { by: 'passkey' })
  })
  return passkey.userId
}

/** Counts as a fresh sign-in for the session of whose passkey it is. */
export async function confirmWithPasskey(
  context: Context,
  response: AuthenticationResponseJSON,
): Promise<void> {
  const { store, caller } = context
  const { passkey, counter } = await readResponse(context, response)
  if (passkey.userId !== caller.userId) throw refused(undefined)
  await store.transactIn('none', async (transaction) => {
    await noteUse(transaction, passkey, counter)
    await recordAuthentication(transaction, caller)
  })
}

/** It may have been removed while the answer of the device was looked at. */
async function noteUse(
  transaction: Transaction,
  { id }: passkeys.PasskeyRow,
  counter: number,
): Promise<void> {
  if (!(await passkeys.touch(transaction, id, counter, clock.now()))) throw refused(undefined)
}

type Verified = { passkey: passkeys.PasskeyRow; counter: number }

/** The passkey that a device has signed a challenge of this server with. */
async function readResponse(
  context: Context,
  response: AuthenticationResponseJSON,
): Promise<Verified> {
  const { store, signIn } = context
  const browser = requireSecureOrigin(context)
  const limit = { max: 50, windowMs: 900_000 }
  const subject = `passkey by ${networkOf(browser.address)}`
  const giveBack = signIn.throttle.take({ subject, limit })
  const passkey = await passkeys.byId(store, response.id)
  const user = passkey === undefined ? undefined : await users.byId(store, passkey.userId)
  if (passkey === undefined || user === undefined) {
    await recordRefusal(context, { action: 'session.create', details: { because: 'passkey' } })
    throw refused(undefined)
  }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verify(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => consumeChallenge(context, challenge, null),
      expectedOrigin: browser.origin,
      expectedRPID: new URL(browser.origin).hostname,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified) throw refused(undefined)
  giveBack()
  return { passkey, counter: authenticationInfo.newCounter }
}

/** A challenge works once, for the person it was created for. */
async function consumeChallenge(
  { store }: Context,
  challenge: string,
  userId: string | null,
): Promise<boolean> {
  const token = await store.transactIn('none', (transaction) =>
    consumeOneTimeToken(transaction, 'passkey', challenge),
  )
  return token.userId === userId
}

/** The library throws what is wrong with a response. */
async function verify<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw refused(error)
  }
}

function refused(cause: unknown): AppError {
  countFailedSignIn('passkey')
  return new AppError('SIGN_IN_FAILED', 'The passkey was not accepted. Try again.', { cause })
}

function requireSecureOrigin(context: Context): BrowserRequest {
  const browser = requireBrowser(context)
  if (hasPasskeys(browser)) return browser
  throw new AppError(
    'FORBIDDEN',
    'Passkeys require a domain name with TLS. Open this server at its https:// address, or at localhost.',
  )
}

const readTransports = storedJson('passkeys.transports', fits(Type.Array(Type.String())))
