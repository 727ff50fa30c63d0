import { proposals } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { deliveredData } from '../events/stored-events.ts'
import { locatePages } from '../search/locate.ts'
import { proposalOf } from './filter.ts'
import type { ActivityItem } from './list-activity.ts'
import { type PersonName, readPeople } from './people.ts'

/** Something that happened, with the names of the person and the page. */
export type DescribedItem = {
  id: string
  kind: ActivityItem['kind']
  /** Of the event, or the action of the audit log. */
  type: string
  at: number
  person: PersonName | null
  via: string
  page: { id: string; title: string | null; isDeleted: boolean } | null
  proposal: proposals.ProposalTitle | null
  run: { runId: string | null; runKeyId: string | null; runClient: string | null }
  data: Readonly<Record<string, unknown>>
}

export async function describeActivity(
  { store, viewer }: WorkspaceContext,
  items: readonly ActivityItem[],
): Promise<DescribedItem[]> {
  const pageIds = new Set(
    items.flatMap((item) => (item.kind === 'event' ? (item.pageId ?? []) : [])),
  )
  const proposalIds = new Set(
    items.flatMap((item) => (item.kind === 'event' ? (proposalOf(item.event) ?? []) : [])),
  )
  const [people, pages, proposed] = await Promise.all([
    readPeople(store, items.map(actorOf)),
    locatePages(store, viewer, [...pageIds]),
    proposals.titles(store, viewer, [...proposalIds]),
  ])
  const proposalsById = new Map(proposed.map((proposal) => [proposal.id, proposal]))
  const titles = titlesIn(items)
  return items.map((item) => {
    const { at, kind } = item
    const shared = { kind, at, person: people.get(actorOf(item) ?? '') ?? null, run: runOf(item) }
    if (item.kind === 'audit') {
      const { id, action, via, outcome, subject, details } = item.entry
      return {
        ...shared,
        id,
        type: action,
        via,
        page: null,
        proposal: null,
        data: { outcome, subject, details },
      }
    }
    const { event, pageId } = item
    const { id, type, via } = event
    const title = pageId === undefined ? null : (pages.get(pageId)?.title ?? titles.get(pageId))
    return {
      ...shared,
      id,
      type,
      via,
      page:
        pageId === undefined
          ? null
          : { id: pageId, title: title ?? null, isDeleted: !pages.has(pageId) },
      proposal: proposalsById.get(proposalOf(event) ?? '') ?? null,
      data: event.isKnown ? deliveredData(event) : {},
    }
  })
}

function actorOf(item: ActivityItem): string | null {
  return item.kind === 'event' ? item.event.actorId : item.entry.actorId
}

function runOf(item: ActivityItem): DescribedItem['run'] {
  const { runId } = item.kind === 'event' ? item.event : item.entry
  const { runKeyId = null, runClient = null } = item.run ?? {}
  return { runId, runKeyId, runClient }
}

/** The newest title that the events name, for pages that are deleted. */
function titlesIn(items: readonly ActivityItem[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const item of items) {
    if (item.kind !== 'event' || item.pageId === undefined || titles.has(item.pageId)) continue
    const { data } = item.event
    const title = typeof data === 'object' && data !== null && 'title' in data ? data.title : null
    if (typeof title === 'string') titles.set(item.pageId, title)
  }
  return titles
}
