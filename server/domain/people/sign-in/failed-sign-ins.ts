export type SignInFault = 'password' | 'second factor' | 'passkey'

const counts = new Map<SignInFault, number>([
  ['password', 0],
  ['second factor', 0],
  ['passkey', 0],
])

/** Number of failed sign-ins by their fault in this process, for `/metrics`. */
export function failedSignInCounts(): ReadonlyMap<SignInFault, number> {
  return counts
}

export function countFailedSignIn(fault: SignInFault): void {
  counts.set(fault, (counts.get(fault) ?? 0) + 1)
}
