import { type pages, type Reader, sections, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { emit } from '../events/events.ts'

/** Publishes in the transaction of the change that other people can access a section. */
export async function recordChange(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, sectionId: pageId }: sections.SectionAddress,
  left?: Left,
): Promise<void> {
  await sections.advance(transaction, workspaceId)
  const event = { type: 'page.permissions_changed', pageId } as const
  await emit(transaction, workspaceId, caller, left === undefined ? event : { ...event, left })
}

export type Left = { sectionId: string | null; title: string; readers?: string[] }

/** For the event: who could read the page until now, and its title. */
export async function leftBy(
  reader: Reader,
  { workspaceId, id, sectionId, title }: pages.ReadablePage,
): Promise<Left> {
  if (sectionId !== id) return { sectionId, title }
  const access = await sections.access(reader, { workspaceId, sectionId })
  return { sectionId, title, readers: access.map(({ principalId }) => principalId) }
}
