import type { StoredEvent } from '../../domain/events/stored-events.ts'
import type { Author, PersonHere } from '../../lib/live-messages.ts'
import { colorOf } from './authors.ts'
import { agentPrefix } from './presence.ts'

/** A program that wrote, as one of those on the page: the same for all that it writes for a person. */
export function agentHere({ id, name, via, client }: Author): PersonHere {
  const connection = `${agentPrefix}${id} ${client ?? ''}`
  const agent = { connection, id, name, color: colorOf(connection), via: via ?? '', isAgent: true }
  return client === undefined ? agent : { ...agent, client }
}

/**
 * The page on which a program is seen because of an event; undefined for what people do in the app. Of a proposal for
 * several pages, readers of one of them must not learn.
 */
export function pageOfWork(event: StoredEvent): string | undefined {
  if (!event.isKnown || event.via === 'web') return undefined
  const { data } = event
  if ('pageId' in data) return data.pageId
  const [only, ...others] = 'pageIds' in data ? (data.pageIds ?? []) : []
  return others.length === 0 ? only : undefined
}
