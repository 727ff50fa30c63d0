import type { StoreAccess } from './access.ts'
import type { Store } from './connection.ts'

export type { StoreAccess } from './access.ts'
export type * from './connection.ts'
export { Commits } from './commits.ts'
export * as administrators from './administrators.ts'
export * as audit from './audit.ts'
export * as chatConnections from './chat-connections.ts'
export * as chatLinks from './chat-links.ts'
export * as chatNotices from './chat-notices.ts'
export * as chatSubscriptions from './chat-subscriptions.ts'
export * as checks from './checks.ts'
export * as comments from './comments.ts'
export * as damagedContents from './damaged-contents.ts'
export * as dump from './dump.ts'
export * as embeddings from './embeddings.ts'
export * as events from './events.ts'
export * as fileCounts from './file-counts.ts'
export * as files from './files.ts'
export * as history from './history.ts'
export * as idempotencyKeys from './idempotency-keys.ts'
export * as identities from './identities.ts'
export * as invitations from './invitations.ts'
export * as jobs from './jobs.ts'
export * as keys from './keys.ts'
export * as members from './members.ts'
export * as pageLookup from './page-lookup.ts'
export * as pages from './pages.ts'
export * as personal from './personal.ts'
export * as search from './search.ts'
export * as searchPending from './search-pending.ts'
export * as passkeys from './passkeys.ts'
export * as secondFactors from './second-factors.ts'
export * as serverSettings from './server-settings.ts'
export * as sessions from './sessions.ts'
export * as tickets from './tickets.ts'
export * as trash from './trash.ts'
export * as unownedContents from './unowned-contents.ts'
export * as users from './users.ts'
export type { NearChunk } from './vector-index.ts'
export * as vectors from './vectors.ts'
export * as webhookAttempts from './webhook-attempts.ts'
export * as webhookCursors from './webhook-cursors.ts'
export * as webhookDeliveries from './webhook-deliveries.ts'
export * as webhookSubjects from './webhook-subjects.ts'
export * as webhooks from './webhooks.ts'
export * as workspaceRemoval from './workspace-removal.ts'
export * as workspaces from './workspaces.ts'

export type StoreOptions = {
  /** Of SQLite, when there is no database. */
  dataFolder: string
  databaseUrl?: string | undefined
  /** To the database, at most. */
  connections?: number
  access?: StoreAccess
  /** Hears, at once and then every few seconds, why a database cannot be reached yet. */
  onWait?: (reason: string) => void
  /** The longest a statement may run that a request waits for. */
  statementTimeoutMs?: number | undefined
  /** Hears, once, that the files of the store are no longer where they were: nothing can be written any more. */
  onLost?: (reason: unknown) => void
}

/** Opens the store where the settings say. The other dialect's room is not even loaded. */
export async function connectStore({
  dataFolder,
  databaseUrl,
  connections = 16,
  access = 'create',
  onWait,
  statementTimeoutMs,
  onLost,
}: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) {
    const { connectSqlite } = await import('./sqlite/connect.ts')
    return connectSqlite(dataFolder, access, onLost)
  }
  const { connectPostgres } = await import('./postgres/connect.ts')
  return connectPostgres({ url: databaseUrl, connections, statementTimeoutMs, access, onWait })
}
