import { type ChangeMessage, followChanges } from '../../changes.ts'
import type { Given, Report, Session } from '../command.ts'
import { readNumber, repeatable } from '../session.ts'
import { row } from '../text.ts'

export async function showChanges(session: Session, given: Given): Promise<Report> {
  if (given.has('follow')) return follow(session, given.text('after'))
  const limit = readNumber(given, 'limit')
  const { items } = await session.client.activity.list(
    { workspaceId: await session.workspaceId(), ...(limit === undefined ? {} : { limit }) },
    repeatable(),
  )
  const text = items
    .map(({ at, type, person, page }) =>
      row(
        at,
        type,
        person === null ? '' : `${person.firstName} ${person.lastName}`,
        page?.id ?? '',
        page?.title ?? '',
      ),
    )
    .join('\n')
  return { text, json: { items } }
}

/** One line for each change, until the program is stopped. Throws FORBIDDEN. */
async function follow(
  { terminal, options, isJson, workspaceId }: Session,
  after: string | undefined,
): Promise<Report> {
  const { signal } = terminal
  const messages = followChanges(options, {
    workspaceId: await workspaceId(),
    after,
    signal,
    onReconnect: () => terminal.warn('quire: the connection was lost. Connecting again.\n'),
  })
  for await (const message of messages) {
    terminal.write(isJson ? `${JSON.stringify(message)}\n` : lineOf(message))
    if (message.kind === 'reset')
      terminal.warn('quire: some changes were missed. Read again what you keep.\n')
  }
  return { text: '', json: undefined }
}

function lineOf(message: ChangeMessage): string {
  if (message.kind !== 'event') return ''
  const { createdAt, type, pageId = '' } = message.event
  return `${row(createdAt, type, pageId)}\n`
}
