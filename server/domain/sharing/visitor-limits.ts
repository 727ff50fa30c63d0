import { AppError } from '../../lib/errors.ts'
import { levelNumbers } from '../../store/index.ts'
import { readServerSettings } from '../administration/server-settings.ts'
import type { Context } from '../context.ts'

/** What visitors may do with an operation. `upload` needs a link that allows uploads. */
export type VisitorUse = 'read' | 'read comments' | 'comment' | 'write' | 'upload'

const hourMs = 3_600_000
/** Bytes of what one request of a visitor may contain, uploads aside. */
const maxInputBytes = 1024 * 1024

/**
 * Checks what a visitor of a share link may call, and counts what they write against the limits of the link. Throws
 * FORBIDDEN, BODY_TOO_LARGE or RATE_LIMITED.
 */
export async function requireVisitorUse(
  { store, caller, signIn }: Context,
  use: VisitorUse | undefined,
  input: object,
): Promise<void> {
  const { visitor } = caller
  if (visitor === undefined) return
  if (use === undefined) throw forbidden('Visitors of a share link cannot do this. Sign in.')
  if (use === 'read') return
  if (use === 'read comments') {
    if (visitor.level >= levelNumbers.comment) return
    throw forbidden('This link does not show comments. Ask the person who shared it.')
  }
  if (use === 'upload' && !visitor.allowsUploads) {
    throw forbidden('This link does not allow uploads. Ask the person who shared it.')
  }
  if (caller.userId === '') throw forbidden('Enter your name first.')
  if (use !== 'upload' && Buffer.byteLength(JSON.stringify(input)) > maxInputBytes) {
    throw new AppError('BODY_TOO_LARGE', `Visitors can send at most ${maxInputBytes} bytes.`)
  }
  const { visitorCommentsPerHour, visitorChangesPerHour } = await readServerSettings(store)
  const max = use === 'comment' ? visitorCommentsPerHour : visitorChangesPerHour
  const kind = use === 'comment' ? 'comments' : 'changes'
  signIn.throttle.take({
    subject: `${kind} of link ${visitor.linkId}`,
    limit: { max, windowMs: hourMs },
  })
}

function forbidden(message: string): AppError {
  return new AppError('FORBIDDEN', message)
}
