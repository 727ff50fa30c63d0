import { plainName } from '../../lib/plain-names.ts'
import type { RunCaller } from './caller-run.ts'

const maxLength = 80

/** How the program of a caller calls itself: nobody has checked it. Empty for browsers and chats. */
export function clientOf(caller: RunCaller): string {
  const { program, runClient } = caller
  if (caller.keyId === undefined && runClient === undefined) return ''
  const claimed = runClient ?? program?.title ?? program?.name ?? productOf(caller)
  return Array.from(plainName(claimed)).slice(0, maxLength).join('').trim()
}

/** The first product of a user agent, https://www.rfc-editor.org/rfc/rfc9110#name-user-agent */
export function productOf({ client }: Pick<RunCaller, 'client'>): string {
  return /^[^\s/(),;]{1,80}/.exec(client?.userAgent.trimStart() ?? '')?.[0] ?? ''
}
