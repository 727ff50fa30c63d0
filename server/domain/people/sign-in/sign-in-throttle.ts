import { clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { networkOf, widerNetworkOf } from '../../administration/throttle.ts'
import type { Context, BrowserRequest } from '../../context.ts'

const minute = 60_000
const hour = 60 * minute
const perDevice = { max: 10, windowMs: 15 * minute }
const perAccountAndNetwork = { max: 10, windowMs: 15 * minute }
const perNetwork = { max: 50, windowMs: 15 * minute }
/** More from unknown browsers is somebody who guesses from many addresses. */
const guessed = 100
const perAccountWhileGuessed = {
  network: { max: 3, windowMs: hour },
  wider: { max: 30, windowMs: hour },
}
/** Counts, and never refuses. */
const countOnly = { max: Number.POSITIVE_INFINITY, windowMs: hour }

/**
 * Counts a try to sign in to an account, and refuses one too many. Nobody else can use the tries of a browser
 * that has signed in before, nor all tries of an address that has not tried yet: so no stranger can lock a
 * person out, and each address can still guess only a few times.
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
  const { network: narrow, wider: wide } = perAccountWhileGuessed
  const whileGuessed = [
    { subject: `guessed ${network} ${account}`, limit: narrow },
    { subject: `guessed ${wider} ${account}`, limit: wide },
  ]
  return throttle.take(
    { subject: `both ${network} ${account}`, limit: perAccountAndNetwork },
    { subject: `address ${network}`, limit: perNetwork },
    ...(throttle.count(`account ${account}`) >= guessed ? whileGuessed : []),
    { subject: `account ${account}`, limit: countOnly },
  )
}

/** Counts a try to prove who one is within a session. */
export function throttleConfirmation({ signIn, caller }: Pick<Context, 'signIn' | 'caller'>) {
  const subject = `session ${caller.sessionId ?? caller.userId}`
  return signIn.throttle.take({ subject, limit: perDevice })
}

const deviceLifetime = 365 * 86_400_000
const purpose = (userId: string) => `device of ${userId}`

/** Lets a browser show later that this person has signed in on it. */
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
  return clock.now() - Number(since) < deviceLifetime ? id : undefined
}
