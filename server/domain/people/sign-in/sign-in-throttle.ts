import { clock, dayMs } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { networkOf, widerNetworkOf } from '../../administration/throttle.ts'
import type { Context, BrowserRequest } from '../../context.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const perDevice = { max: 10, windowMs: 15 * minuteMs }
const perAccountAndNetwork = { max: 10, windowMs: 15 * minuteMs }
const perNetwork = { max: 50, windowMs: 15 * minuteMs }
/** More attempts per hour from unknown browsers count as an attack from many addresses. */
const attackThreshold = 100
const perAccountUnderAttack = {
  network: { max: 3, windowMs: hourMs },
  wider: { max: 30, windowMs: hourMs },
}
/** Counts without a limit. */
const countOnly = { max: Number.POSITIVE_INFINITY, windowMs: hourMs }

/**
 * Counts an attempt to sign in to an account. Throws RATE_LIMITED. A browser that has signed in before has its own
 * attempts, and each network has some left: so no one can lock a person out, and each network can guess only a few
 * times. Returns a function that takes the attempt back.
 */
export function throttleSignIn(
  { signIn: { throttle } }: Pick<Context, 'signIn'>,
  { address }: BrowserRequest,
  { account, deviceId }: { account: string; deviceId: string | undefined },
): () => void {
  if (deviceId !== undefined) {
    return throttle.take({ subject: `device ${deviceId} ${account}`, limit: perDevice })
  }
  const network = networkOf(address)
  const wider = widerNetworkOf(address)
  const { network: narrow, wider: wide } = perAccountUnderAttack
  const underAttack = [
    { subject: `guessed ${network} ${account}`, limit: narrow },
    { subject: `guessed ${wider} ${account}`, limit: wide },
  ]
  return throttle.take(
    { subject: `both ${network} ${account}`, limit: perAccountAndNetwork },
    { subject: `address ${network}`, limit: perNetwork },
    ...(throttle.count(`account ${account}`) >= attackThreshold ? underAttack : []),
    { subject: `account ${account}`, limit: countOnly },
  )
}

/** Counts an attempt to confirm one's identity within a session. Throws RATE_LIMITED. */
export function throttleConfirmation({ signIn, caller }: Pick<Context, 'signIn' | 'caller'>) {
  const subject = `session ${caller.sessionId ?? caller.userId}`
  return signIn.throttle.take({ subject, limit: perDevice })
}

const deviceLifetimeMs = 365 * dayMs
const purpose = (userId: string) => `device of ${userId}`

/** Marks the browser as one that this person has signed in on. */
export function rememberDevice({ signIn }: Context, browser: BrowserRequest, userId: string): void {
  const known = deviceIdOf({ signIn }, browser, userId)
  const value = `${known ?? newId()} ${clock.now()}`
  browser.keepDevice(signIn.secrets.seal(value, purpose(userId)))
}

/** Undefined where this person has not signed in on the browser before, or that was over a year ago. */
export function deviceIdOf(
  { signIn }: Pick<Context, 'signIn'>,
  browser: BrowserRequest,
  userId: string,
): string | undefined {
  const [id, since] =
    signIn.secrets.open(browser.readDevice() ?? '', purpose(userId))?.split(' ') ?? []
  return clock.now() - Number(since) < deviceLifetimeMs ? id : undefined
}
