import { clock } from '../../lib/clock.ts'
import { invalidInput } from '../../lib/errors.ts'
import { members, pages } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Filling } from '../document/placeholders.ts'

/** The day and time somewhere. */
export type Moment = { date: string; time: string }

/** Now, in a time zone of the IANA database. Throws VALIDATION_FAILED. */
export function momentIn(timeZone: string): Moment {
  const [date = '', time = ''] = formatIn(timeZone).format(clock.now()).split(' ')
  return { date, time }
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('sv', {
      timeZone,
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = 'must be a time zone such as Europe/Berlin'
    throw invalidInput([{ path: '/timeZone', rule: 'timeZone', message }])
  }
}

/** What the placeholders of a template become, except the title. */
export async function fillingFor(
  { store, viewer, caller }: WorkspaceContext,
  parentId: string | null,
  moment: Moment,
): Promise<Omit<Filling, 'title'>> {
  const [author, parent] = await Promise.all([
    members.one(store, viewer.workspaceId, caller.userId),
    parentId === null ? undefined : pages.get(store, viewer, parentId),
  ])
  const name = author === undefined ? '' : `${author.firstName} ${author.lastName}`.trim()
  return { ...moment, author: name, parent: parent?.title ?? '' }
}
