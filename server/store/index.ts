import type { DiskFaults } from '../lib/failures/disk-faults.ts'
import type { StoreAccess } from './access.ts'
import type { Store } from './connection.ts'

export type { StoreAccess } from './access.ts'
export type * from './connection.ts'
export type { Leases } from './background/leases.ts'
export { Commits, withCommitNotifications } from './commits.ts'
export * as agentAccounts from './people/agent-accounts.ts'
export * as agentNotices from './people/agent-notices.ts'
export * as administrators from './administration/administrators.ts'
export * as audit from './administration/audit.ts'
export * as chatConnections from './chats/connections.ts'
export * as chatLinks from './chats/account-links.ts'
export * as chatNotices from './chats/notifications.ts'
export * as chatSubscriptions from './chats/subscriptions.ts'
export * as checks from './checks.ts'
export * as comments from './comments/comments.ts'
export * as contents from './pages/contents.ts'
export * as daily from './templates/daily.ts'
export * as damagedContents from './files/damaged-contents.ts'
export * as dump from './dump.ts'
export * as embeddings from './semantic/embeddings.ts'
export * as activity from './events/activity.ts'
export * as events from './events/events.ts'
export * as fileCounts from './files/counts.ts'
export * as fileLocations from './files/locations.ts'
export * as files from './files/files.ts'
export * as history from './pages/history.ts'
export * as idempotencyKeys from './administration/idempotency-keys.ts'
export * as identities from './people/identities.ts'
export * as openThreads from './comments/open-threads.ts'
export * as importItems from './imports/items.ts'
export * as imports from './imports/imports.ts'
export * as transfers from './transfers/transfers.ts'
export * as inbox from './inbox/inbox.ts'
export * as inboxChanges from './inbox/changes.ts'
export * as inboxChats from './inbox/chats.ts'
export * as inboxReviews from './inbox/reviews.ts'
export * as inboxSettings from './inbox/settings.ts'
export * as inboxUpkeep from './inbox/upkeep.ts'
export * as watches from './inbox/watches.ts'
export * as invitations from './people/invitations.ts'
export * as jobs from './background/jobs.ts'
export * as queues from './background/queues.ts'
export * as keys from './people/api-keys.ts'
export * as members from './people/members.ts'
export * as pageLookup from './pages/lookup.ts'
export * as pages from './pages/pages.ts'
export * as prefetch from './pages/prefetch.ts'
export * as personalData from './people/personal-data.ts'
export * as personal from './pages/favourites-and-recent.ts'
export * as search from './search/search.ts'
export * as runs from './runs/runs.ts'
export * as runChanges from './runs/changes.ts'
export * as reverts from './runs/reverts.ts'
export type { RunOf } from './runs/columns.ts'
export * as searchHits from './search/hits.ts'
export * as searchPending from './search/pending.ts'
export * as properties from './pages/properties.ts'
export * as propertySchemas from './pages/property-schemas.ts'
export * as proposalApprovals from './proposals/approvals.ts'
export * as proposalChanges from './proposals/changes.ts'
export * as proposalComments from './proposals/comments.ts'
export * as proposals from './proposals/proposals.ts'
export * as proposalSettings from './proposals/settings.ts'
export * as reindexing from './search/reindexing.ts'
export * as passkeys from './people/passkeys.ts'
export * as groups from './rights/groups.ts'
export * as principals from './rights/principals.ts'
export * as readable from './rights/readable.ts'
export * as rightsChecks from './rights/checks.ts'
export * as handingOver from './rights/handing-over.ts'
export * as sectionLists from './rights/section-lists.ts'
export * as sectionReviews from './rights/section-reviews.ts'
export * as sections from './rights/sections.ts'
export * as linkChanges from './links/changes.ts'
export * as linkIndexing from './links/indexing.ts'
export * as wantedLinks from './links/wanted.ts'
export * as linkUpkeep from './links/upkeep.ts'
export * as pageLinks from './links/links.ts'
export * as pageTags from './links/tags.ts'
export * as links from './rights/links.ts'
export * as templates from './templates/templates.ts'
export * as visitorSessions from './rights/visitor-sessions.ts'
export {
  levelIn,
  levelsIn,
  type Level,
  levelNumbers,
  noLevel,
  principalViewer,
  readableOf,
  readableSections,
  publicViewer,
  systemViewer,
  type Viewer,
} from './rights/viewer.ts'
export * as sites from './rights/sites.ts'
export * as sources from './pages/sources.ts'
export * as skillDrafts from './skills/drafts.ts'
export * as skillEvaluations from './skills/evaluations.ts'
export * as skillFiles from './skills/files.ts'
export * as skillLabels from './skills/labels.ts'
export * as skillLinks from './skills/links.ts'
export * as skillStates from './skills/states.ts'
export * as skillUses from './skills/uses.ts'
export * as skillVersions from './skills/versions.ts'
export * as steps from './pages/steps.ts'
export * as secondFactors from './people/second-factors.ts'
export * as serverSettings from './administration/server-settings.ts'
export * as sessions from './people/sessions.ts'
export * as oneTimeTokens from './people/one-time-tokens.ts'
export * as trash from './pages/trash.ts'
export * as unownedContents from './files/unowned-contents.ts'
export * as users from './people/users.ts'
export type { NearChunk } from './semantic/vector-index.ts'
export * as readableVectors from './semantic/readable-vectors.ts'
export * as vectors from './semantic/vectors.ts'
export * as views from './views/views.ts'
export * as webhookAttempts from './webhooks/attempts.ts'
export * as webhookCursors from './webhooks/cursors.ts'
export * as webhookDeliveries from './webhooks/deliveries.ts'
export * as webhookSubjects from './webhooks/subjects.ts'
export * as webhooks from './webhooks/endpoints.ts'
export * as workspaceRemoval from './people/workspace-removal.ts'
export * as workspaces from './people/workspaces.ts'

export type StoreOptions = {
  /** The SQLite database, unless a PostgreSQL URL is set. */
  dataFolder: string
  databaseUrl?: string | undefined
  /** Maximum number of connections to PostgreSQL. */
  connections?: number
  access?: StoreAccess
  /** Receives, immediately and then every few seconds, why the database is unreachable. */
  onWait?: (reason: string) => void
  /** The time limit of statements that a request waits for. */
  statementTimeoutMs?: number | undefined
  /** A server on SQLite ends the leases that an earlier process left, if no other process has the store open. */
  mayVoidLeases?: boolean
  /** Notes errors of the disk. */
  faults?: DiskFaults
  /** Called once when the files of the store were moved or deleted, so that no write can succeed. */
  onLost?: (reason: unknown) => void
}

/** Opens the configured store. The modules of the other dialect are not loaded. */
export async function connectStore({
  dataFolder,
  databaseUrl,
  connections = 16,
  access = 'create',
  onWait,
  statementTimeoutMs,
  onLost,
  mayVoidLeases,
  faults,
}: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) {
    const { connectSqlite } = await import('./sqlite/connect.ts')
    return connectSqlite(dataFolder, access, { onLost, mayVoidLeases, faults })
  }
  const { connectPostgres } = await import('./postgres/connect.ts')
  return connectPostgres({ url: databaseUrl, connections, statementTimeoutMs, access, onWait })
}
