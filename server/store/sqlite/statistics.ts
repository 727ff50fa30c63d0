import type { DatabaseSync } from 'node:sqlite'

/**
 * How many rows an index leads to: in all, then by its first column, by the first two, and so on. Without
 * figures SQLite takes a workspace for ten rows, and reads all of it where the key begins with the
 * workspace: a list of pages took 26 s at 10,000 pages. Measured ones would change plans with the data;
 * these are of a large workspace, for ever. https://sqlite.org/optoverview.html#manual_control_of_query_plans_using_sqlite_stat_tables
 */
const figures: Record<string, Record<string, string>> = {
  pages: {
    pages: '1000000 100000 1',
    pages_children: '900000 90000 9 1 1 1',
    pages_ownership: '900000 90000 30000 1 1',
    pages_title: '900000 90000 2',
    pages_deleted: '50000 5000 5 1',
    pages_deletions: '20000 2000 2 1 1',
    pages_deleted_with: '50000 5000 10',
    pages_author: '1000000 10000',
    pages_section: '200000 20000 20 1',
    pages_section_sequence: '200000 20000 20 1',
    pages_behind: '1000 100 1',
  },
  page_contents: { sqlite_autoindex_page_contents_1: '2000000 200000 1' },
  page_sources: { page_sources: '1000000 100000 1', page_sources_version: '1000000 100000 1 1' },
  page_steps: {
    page_steps: '10000000 1000000 100 1',
    page_steps_batch: '10000000 1000000 100 1',
    page_steps_at: '10000000 1000000 2 1 1',
  },
  page_properties: {
    page_properties: '10000000 1000000 10 1 1',
    page_properties_text: '10000000 1000000 50000 10',
    page_properties_number: '10000000 1000000 50000 10',
  },
  property_schemas: {
    property_schemas: '10000 100 50 1',
    property_schemas_updated_by: '10000 100',
  },
  page_links: {
    page_links: '5000000 500000 20 1',
    page_links_target: '5000000 500000 10 2 1',
  },
  former_titles: { former_titles: '100000 10000 2 1' },
  wanted_links: {
    wanted_links: '100000 10000 10 1',
    wanted_links_title: '100000 10000 2 1',
  },
  found_titles: { found_titles: '1000 100 1' },
  page_tags: {
    page_tags: '2000000 200000 4 3 1',
    page_tags_tag: '2000000 200000 200 1',
  },
  page_templates: {
    page_templates: '10000 1000 1',
    page_templates_scope: '10000 1000 10',
    page_templates_created_by: '10000 100',
  },
  template_defaults: {
    template_defaults: '10000 100 1',
    template_defaults_updated_by: '10000 100',
  },
  daily_settings: { daily_settings: '10000 100 1', daily_settings_updated_by: '10000 100' },
  daily_pages: { daily_pages: '100000 10000 1000 1', daily_pages_page: '100000 10000 1' },
  comments: {
    comments: '1000000 100000 1',
    comments_page: '1000000 100000 5 2 1 1',
    comments_author: '1000000 10000 1000 1',
    comments_open: '100000 10000 1 1',
  },
  events: {
    events: '10000000 1000000 1',
    events_page: '8000000 800000 10 1',
    events_actor: '10000000 1000000 20000 1',
    events_run: '10000000 1000000 100 1',
    events_proposal: '500000 50000 5 1',
  },
  runs: {
    runs: '200000 20000 1',
    runs_scope: '200000 20000 200 1',
    runs_started_at: '200000 20000 1',
    runs_key: '180000 18000 200 1',
  },
  imports: {
    sqlite_autoindex_imports_1: '10000 100 1',
    imports_created_by: '10000 100',
    imports_due: '100 2 1',
  },
  import_items: {
    import_items: '1000000 100000 50000 40000 1',
    import_items_import: '1000000 100000 10000',
  },
  import_report_parts: { import_report_parts: '1000 500 50 1' },
  transfers: {
    sqlite_autoindex_transfers_1: '10000 100 1',
    transfers_created_by: '10000 100',
    transfers_due: '100 2 1',
  },
  transfer_items: { transfer_items: '1000000 100000 1000 600 1' },
  proposals: {
    proposals: '100000 10000 1',
    proposals_state: '100000 10000 2000 1',
    proposals_created_by: '100000 100',
    proposals_decided_by: '100000 100',
  },
  proposal_changes: {
    sqlite_autoindex_proposal_changes_1: '200000 20000 2 1',
    proposal_changes_page: '200000 20000 2 1',
    proposal_changes_decided_by: '200000 200',
  },
  proposal_pages: { proposal_pages: '300000 30000 3 1', proposal_pages_page: '300000 30000 3' },
  proposal_comments: {
    proposal_comments: '300000 30000 1',
    proposal_comments_proposal: '300000 30000 3 1',
    proposal_comments_created_by: '300000 300',
  },
  proposal_approvals: {
    proposal_approvals: '10000 1000 2 1',
    proposal_approvals_user: '10000 100',
  },
  inbox_entries: {
    inbox_entries: '1000000 100000 200 1',
    inbox_entries_page: '800000 80000 8',
    inbox_entries_proposal: '200000 20000 20',
    inbox_entries_created_at: '1000000 100000 1 1',
    inbox_entries_user: '1000000 200',
    inbox_entries_actor: '1000000 1000',
    inbox_entries_run: '100000 10000 1',
    inbox_entries_send_at: '1000 2',
  },
  inbox_settings: {
    inbox_settings: '10000 100 1',
    inbox_settings_user: '10000 2',
    inbox_settings_due: '5000 1',
    inbox_settings_chat_due: '5000 1',
  },
  watches: {
    watches: '100000 10000 20 1',
    watches_page: '100000 10000 5',
    watches_user: '100000 20',
  },
  skill_versions: {
    skill_versions: '100000 10000 20 1',
    skill_versions_created_by: '100000 1000',
  },
  skill_files: {
    skill_files: '1000000 100000 200 10 1',
    skill_files_source: '500000 50000 20',
    skill_files_file: '500000 50000 20',
  },
  skill_contents: { sqlite_autoindex_skill_contents_1: '500000 50000 1' },
  skill_labels: {
    skill_labels: '10000 1000 2 1',
    skill_labels_version: '10000 1000 2 1',
    skill_labels_updated_by: '10000 100',
    skill_labels_label: '10000 3000 500',
  },
  skill_uses: { skill_uses: '1000000 100000 1000 50 3 1' },
  skill_evaluations: {
    skill_evaluations: '1000000 100000 1000 50 1',
    skill_evaluations_created_by: '1000000 10000',
  },
  skill_paths: { skill_paths: '100000 10000 10 1' },
  skill_upgrades: { skill_upgrades: '1000 100 1' },
  skill_states: { skill_states: '10000 1000 1', skill_states_due: '20 2 1' },
  favourites: { favourites: '100000 10000 20 1', favourites_page: '100000 10000 5' },
  page_visits: { page_visits: '100000 10000 50 1', page_visits_page: '100000 10000 5' },
}

/** Sets the figures above once; connections that are opened later use them. */
export function setStatistics(database: DatabaseSync): void {
  if (readStatistics(database) === wanted()) return
  database.exec('begin immediate')
  try {
    // Creates the table, which only `analyze` can.
    database.exec('analyze users; delete from sqlite_stat1')
    const insert = database.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)')
    for (const row of rows()) insert.run(...row)
    database.exec('commit; analyze sqlite_schema')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function rows(): [table: string, index: string, figures: string][] {
  return Object.entries(figures).flatMap(([table, indexes]) =>
    Object.entries(indexes).map(([index, text]): [string, string, string] => [table, index, text]),
  )
}

function wanted(): string {
  return rows()
    .map((row) => row.join(' '))
    .toSorted()
    .join('\n')
}

function readStatistics(database: DatabaseSync): string | undefined {
  const found = database.prepare("select 1 from sqlite_schema where name = 'sqlite_stat1'").get()
  if (found === undefined) return undefined
  const lines = database.prepare(
    "select tbl || ' ' || idx || ' ' || stat as line from sqlite_stat1",
  )
  return lines
    .all()
    .map(({ line }) => String(line))
    .toSorted()
    .join('\n')
}
