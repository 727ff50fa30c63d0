import { AppError } from '../lib/errors.ts'
import type { Reader, Snapshot, Transaction } from './connection.ts'
import { type Row, type Statement, statement } from './statement.ts'

/**
 * All tables except derived data (the search index, links and tags, the file directory), jobs and short-lived credentials. No table
 * refers to a later one. The values are the columns to sort by.
 */
const keys = {
  users: 'id',
  workspaces: 'id',
  members: 'workspace_id, user_id',
  agent_accounts: 'workspace_id, user_id',
  api_keys: 'id',
  pages: 'workspace_id, id',
  page_contents: 'workspace_id, page_id',
  page_sources: 'workspace_id, page_id',
  sections: 'workspace_id, page_id',
  section_grants: 'workspace_id, section_id, principal_id',
  section_access: 'workspace_id, section_id, principal_id, level',
  groups: 'workspace_id, id',
  group_members: 'workspace_id, user_id, group_id',
  share_links: 'workspace_id, id',
  sites: 'workspace_id, id',
  page_versions: 'workspace_id, page_id, version',
  page_steps: 'workspace_id, page_id, version',
  page_properties: 'workspace_id, page_id, position, item',
  property_schemas: 'workspace_id, kind, subject',
  link_changes: 'workspace_id, id',
  former_titles: 'workspace_id, page_id, title',
  wanted_links: 'workspace_id, page_id, name',
  found_titles: 'workspace_id, title',
  page_templates: 'workspace_id, page_id',
  template_defaults: 'workspace_id, scope',
  daily_settings: 'workspace_id, scope',
  daily_pages: 'workspace_id, scope, date',
  favourites: 'workspace_id, user_id, page_id',
  page_visits: 'workspace_id, user_id, page_id',
  comments: 'workspace_id, id',
  proposals: 'workspace_id, id',
  proposal_changes: 'workspace_id, proposal_id, number',
  proposal_pages: 'workspace_id, proposal_id, page_id',
  proposal_comments: 'workspace_id, id',
  proposal_approvals: 'workspace_id, proposal_id, user_id',
  inbox_entries: 'workspace_id, user_id, id',
  inbox_cursors: 'workspace_id',
  inbox_settings: 'workspace_id, user_id',
  watches: 'workspace_id, user_id, page_id',
  files: 'workspace_id, id',
  page_files: 'workspace_id, page_id, file_id',
  file_counts: 'workspace_id, mime_type',
  skill_versions: 'workspace_id, page_id, version',
  skill_files: 'workspace_id, page_id, version, path',
  skill_contents: 'workspace_id, sha256',
  skill_labels: 'workspace_id, page_id, label',
  skill_uses: 'workspace_id, page_id, version, user_id, client',
  skill_evaluations: 'workspace_id, page_id, version, id',
  skill_paths: 'workspace_id, page_id, item_id',
  skill_upgrades: 'workspace_id, page_id',
  skill_states: 'workspace_id, page_id',
  skill_links: 'workspace_id, id',
  events: 'workspace_id, sequence',
  runs: 'workspace_id, id',
  run_reverts: 'workspace_id, reverted_run_id, run_id',
  accepted_runs: 'workspace_id, page_id, run_id',
  imports: 'workspace_id, id',
  import_items: 'workspace_id, root_id, kind, path',
  import_report_parts: 'workspace_id, import_id, number',
  transfers: 'workspace_id, id',
  transfer_items: 'workspace_id, transfer_id, kind, item_id',
  embedding_models: 'workspace_id, id',
  webhooks: 'workspace_id, id',
  webhook_cursors: 'workspace_id',
  webhook_bursts: 'workspace_id, page_id',
  webhook_deliveries: 'workspace_id, webhook_id, id',
  webhook_attempts: 'workspace_id, webhook_id, delivery_id, number',
  webhook_bodies: 'workspace_id, webhook_id, delivery_id, attempt',
  chat_connections: 'workspace_id, id',
  chat_accounts: 'account, service, connection_id',
  chat_links: 'workspace_id, connection_id, chat_user_id',
  chat_subscriptions: 'workspace_id, id',
  chat_notices: 'workspace_id, subscription_id, page_id',
  totp_secrets: 'user_id',
  recovery_codes: 'user_id, hash',
  passkeys: 'id',
  identities: 'issuer, subject',
  server_administrators: 'user_id',
  server_settings: 'name',
  audit_entries: 'id',
} as const

/**
 * The search index, links and tags, vectors, the file directory, jobs, sessions and one-time tokens: included in a copy, but not in
 * a backup.
 */
const indexKeys = {
  file_workspaces: 'file_id',
  unowned_contents: 'sha256',
  search_workspaces: 'workspace_id',
  search_changes: 'workspace_id, sequence',
  search_segments: 'workspace_id, segment',
  search_chunks: 'workspace_id, segment, kind, number',
  search_pending: 'workspace_id, page_id',
  embedding_builds: 'workspace_id, model_id',
  embedding_pages: 'workspace_id, model_id, page_id',
  embedding_chunks: 'workspace_id, model_id, chunk',
  page_links: 'workspace_id, page_id, position',
  page_tags: 'workspace_id, page_id, source, tag',
  link_indexes: 'workspace_id',
  jobs: 'kind, subject',
  damaged_contents: 'sha256',
  content_checks: 'name',
  sessions: 'id',
  visitor_sessions: 'workspace_id, link_id, id',
  idempotency_keys: 'user_id, operation, key_hash',
  tickets: 'hash',
  invitations: 'workspace_id, id',
  agent_notices: 'workspace_id, id',
} as const

export type Table = keyof typeof keys
export type AnyTable = Table | keyof typeof indexKeys

// SAFETY: the keys of the literal above.
export const tables = Object.keys(keys) as Table[]
const allKeys = { ...keys, ...indexKeys }
// SAFETY: the keys of both.
export const allTables = Object.keys(allKeys) as AnyTable[]

/** The columns to sort by, the first ones of its key. */
export function keyOf(table: AnyTable): string {
  return allKeys[table]
}

const migrationStatement = statement<{ number: number }>(
  'dump.migration',
  'select max(number) as "number" from migrations',
)
const anyoneStatement = statement<{ id: string }>(
  'dump.anyone',
  'select id from users union all select id from workspaces limit 1',
)
const columnName = /^[a-z][a-z0-9_]*$/
const inserts = new Map<string, Statement<never, Row>>()

/** The number of the newest migration, which determines the columns. */
export async function migration(reader: Reader): Promise<number> {
  return (await reader.get(migrationStatement))?.number ?? 0
}

/** Whether the store is new: no current or former people, no workspaces. */
export async function isEmpty(reader: Reader): Promise<boolean> {
  return (await reader.get(anyoneStatement)) === undefined
}

export async function count(reader: Reader, table: AnyTable): Promise<number> {
  const counted = statement<{ rows: number }>(
    `dump.count.${table}`,
    `select count(*) as "rows" from ${table}`,
  )
  return (await reader.get(counted))?.rows ?? 0
}

/** Complete rows by column name. */
export function rows(snapshot: Snapshot, table: AnyTable): AsyncIterable<Row> {
  return snapshot.each(
    statement<Row>(`dump.rows.${table}`, `select * from ${table} order by ${allKeys[table]}`),
  )
}

/** Empties all tables except the audit log, which is append-only. */
export async function clear(transaction: Transaction): Promise<void> {
  for (const table of allTables.toReversed()) {
    if (table === 'audit_entries') continue
    await transaction.run(statement(`dump.clear.${table}`, `delete from ${table}`))
  }
}

/** Inserts a row unchanged; missing columns get their defaults. */
export async function insert(transaction: Transaction, table: AnyTable, row: Row): Promise<void> {
  const columns = Object.keys(row)
  const list = columns.join(', ')
  const known = inserts.get(`${table} ${list}`) ?? insertStatement(table, columns)
  inserts.set(`${table} ${list}`, known)
  await transaction.run(known, row)
}

function insertStatement(table: AnyTable, columns: readonly string[]): Statement<never, Row> {
  if (columns.length === 0 || !columns.every((column) => columnName.test(column))) {
    throw new AppError('VALIDATION_FAILED', `A row of ${table} has columns that no table has.`)
  }
  const values = columns.map((column) => `$${column}`).join(', ')
  return statement<never, Row>(
    `dump.insert.${table}`,
    `insert into ${table} (${columns.join(', ')}) values (${values})`,
  )
}
