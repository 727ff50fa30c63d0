import type { QueryClient } from '@tanstack/react-query'
import { QuireError } from '../../../client/errors.ts'
import { onChange } from '../lib/changes/changes.ts'
import { client } from '../lib/client.ts'
import { offlineOwner } from '../lib/offline/offline-owner.ts'
import { sessionKey } from '../lib/session.ts'
import { listEntries, removeAnswers, type StoredEntry, writeEntry } from './offline-database.ts'
import { belongsTo } from './stored-answers.ts'

const intervalMs = 3_600_000
const firstCheckMs = 5000
const afterGapMs = 1000
const mayEndAccess = new Set(['page.deleted', 'page.moved', 'page.permissions_changed'])

/**
 * Deletes stored pages that the person can no longer read: at an event that may end it, and each page once an
 * hour when the app is opened or has missed events.
 */
export function checkAccess(queries: QueryClient): void {
  const checkOld = () => void check({ before: Date.now() - intervalMs }).catch(() => undefined)
  setTimeout(checkOld, firstCheckMs)
  onChange(({ type }) => {
    if (mayEndAccess.has(type)) void check({ before: Date.now() }).catch(() => undefined)
  })
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    // So it is after a gap in the changes, and when other pages are visible than before.
    if (event.query.queryKey[0] === sessionKey[0]) setTimeout(checkOld, afterGapMs)
  })
}

/** A page that is deleted or moved takes the pages below it along, so that each is asked for. */
async function check({ before }: { before: number }): Promise<void> {
  for (const entry of await storedPages()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as nobody waits for it
    if (entry.confirmedAt < before && !(await confirm(entry))) return
  }
}

async function storedPages(): Promise<StoredEntry[]> {
  const owner = offlineOwner()
  if (owner === undefined) return []
  return (await listEntries()).filter((each) => each.kind === 'page' && belongsTo(each, owner))
}

/** @returns whether the server answered. */
async function confirm(entry: StoredEntry): Promise<boolean> {
  const { key, pageId = '' } = entry
  try {
    await client.pages.locate({ pageId })
    await writeEntry({ ...entry, confirmedAt: Date.now() })
    return true
  } catch (error) {
    if (!(error instanceof QuireError)) return false
    if (error.status !== 403 && error.status !== 404) return false
    await removeAnswers([key])
    return true
  }
}
