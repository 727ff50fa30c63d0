import { QuireError } from '../../../client/errors.ts'

/** The server's messages say what to do next and are fit to show; others are not. */
export function messageOf(error: unknown): string {
  if (error instanceof QuireError) {
    if (error.code === 'UNREACHABLE')
      return 'The server does not answer. Check the connection, then try again.'
    return error.message
  }
  return 'Something went wrong in the app itself. Reload the page; if it stays, tell who runs this Quire.'
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof QuireError && error.code === code
}
