import { listDrafts, requestDrafts } from './draft-database.ts'

/** A share link that this browser opened, as the visitor of this ID. */
type StoredVisitor = { endedAt: number | null }

const kind = 'visitor'
/** Milliseconds that what a visitor wrote stays here after the end of the link. */
const retainedMs = 24 * 60 * 60 * 1000

const keyOf = (linkId: string, userId: string) => `${kind} ${linkId} ${userId}`

/** Remembers who wrote with a link, to find what they wrote when it has ended. */
export async function rememberVisitor(linkId: string, userId: string): Promise<void> {
  const visitor: StoredVisitor = { endedAt: null }
  await requestDrafts('readwrite', (drafts) => drafts.put(visitor, keyOf(linkId, userId)))
}

/** Notes that a link works no more. Returns the IDs of the visitors who wrote with it here. */
export async function endVisitors(linkId: string): Promise<string[]> {
  const visitors = (await listVisitors()).filter((visitor) => visitor.linkId === linkId)
  for (const { userId, endedAt } of visitors) {
    const visitor: StoredVisitor = { endedAt: endedAt ?? Date.now() }
    await requestDrafts('readwrite', (drafts) => drafts.put(visitor, keyOf(linkId, userId)))
  }
  return visitors.map(({ userId }) => userId)
}

/** Deletes everything that these visitors wrote in this browser. */
export async function deleteDraftsOf(userIds: readonly string[]): Promise<void> {
  const keys = await requestDrafts('readonly', (drafts) => drafts.getAllKeys())
  for (const key of keys) {
    if (typeof key !== 'string') continue
    // Drafts of pages begin with the ID, those of texts and visitors with their kind.
    if (!key.split(' ', 3).some((word) => userIds.includes(word))) continue
    await requestDrafts('readwrite', (drafts) => drafts.delete(key))
  }
}

/** Deletes what was written with links that ended a day ago, and what no one copied since. */
export async function deleteEndedVisitors(): Promise<void> {
  const ended = (await listVisitors()).filter(
    ({ endedAt }) => endedAt !== null && Date.now() - endedAt > retainedMs,
  )
  if (ended.length > 0) await deleteDraftsOf(ended.map(({ userId }) => userId))
}

async function listVisitors(): Promise<(StoredVisitor & { linkId: string; userId: string })[]> {
  return (await listDrafts<StoredVisitor>(kind)).flatMap(([key, visitor]) => {
    const [, linkId, userId] = key.split(' ')
    return linkId === undefined || userId === undefined ? [] : [{ ...visitor, linkId, userId }]
  })
}
