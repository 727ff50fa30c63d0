import { clearOfflineOwner } from '../lib/offline/offline-owner.ts'
import { removeAllAnswers } from './offline-database.ts'

/** Deletes all pages that this browser stores, whoever read them. */
export async function deleteOfflinePages(): Promise<void> {
  clearOfflineOwner()
  await removeAllAnswers()
}
