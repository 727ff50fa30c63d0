import { QuireError } from '../../../client/errors.ts'

/** What a browser says by an error's name alone when it asks for a passkey. */
const passkeyWords: Readonly<Record<string, string>> = {
  NotAllowedError: 'It was not confirmed, or not in time. Try again.',
  InvalidStateError: 'This device has a passkey for you here already.',
}

/** The server's messages say what to do next and are fit to show; others are not. */
export function messageOf(error: unknown): string {
  if (error instanceof QuireError) {
    if (error.code === 'UNREACHABLE')
      return 'The server does not answer. Check the connection, then try again.'
    return error.message
  }
  const said = error instanceof Error ? passkeyWords[error.name] : undefined
  if (said !== undefined) return said
  return 'Something went wrong in the app itself. Reload the page; if it stays, tell who runs this Quire.'
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof QuireError && error.code === code
}
