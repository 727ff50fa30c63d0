import { QuireError, type Violation } from '../../../client/errors.ts'
import type * as ErrorTexts from './error-texts/error-text.ts'
import { t } from './messages.ts'

let texts: Pick<typeof ErrorTexts, 'errorText' | 'violationText'> | undefined

/** The texts of errors are loaded with the first error: most people meet none. Without them a general text is shown. */
export async function loadErrorTexts(): Promise<void> {
  texts ??= await import('./error-texts/error-text.ts').catch(() => undefined)
}

/** What happened and what to do next, in the language of the reader. */
export function messageOf(error: unknown): string {
  if (error instanceof QuireError) {
    if (error.code === 'UNREACHABLE') return t.unreachable
    return texts?.errorText(error) ?? t.unknownCode({ code: error.code })
  }
  // What a browser says by an error's name alone when it asks for a passkey.
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return t.passkeyNotConfirmed
  if (name === 'InvalidStateError') return t.passkeyOnDevice
  return t.appFailed
}

/** What is wrong with one field of the input that the operation refused. */
export function violationMessage(violation: Violation, operation: string): string {
  return texts?.violationText(violation, operation) ?? t.fieldNotAccepted
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof QuireError && error.code === code
}
