import type { Reader, SearchIndex, SearchTerms } from '../connection.ts'
import { statement } from '../statement.ts'

const rowOf = statement<{ id: number }>(
  'search.rowOf',
  'select id from search_pages where workspace_id = $1 and page_id = $2',
)
const insertRow = statement(
  'search.insertRow',
  'insert into search_pages (workspace_id, page_id) values ($1, $2) on conflict do nothing',
)
const deleteRow = statement('search.deleteRow', 'delete from search_pages where id = $1')
const put = statement(
  'search.put',
  'insert or replace into search_index (rowid, workspace, title, body) values ($1, $2, $3, $4)',
)
const remove = statement('search.remove', 'delete from search_index where rowid = $1')
const find = statement<{ pageId: string }>(
  'search.find',
  `select p.page_id as "pageId"
   from (select rowid from search_index where search_index match $1 order by bm25(search_index, 0, 4, 1) limit $2) as hit
   join search_pages as p on p.id = hit.rowid`,
)

const holds = statement<{ rowid: number }>(
  'search.holds',
  `select rowid from search_index where search_index match $1
     and rowid = (select id from search_pages where workspace_id = $2 and page_id = $3)`,
)
const entries = statement<{ workspaceId: string; pageId: string }>(
  'search.entries',
  'select workspace_id as "workspaceId", page_id as "pageId" from search_pages order by id',
)

/** Each word costs some 0.05 ms where 100,000 pages hold it. */
const sampleCount = 3
const sampleLength = 3

/** SQLite's FTS5 behind the seam: one row per page, the workspace a token of its own. */
export const searchIndex: SearchIndex = {
  put: async (transaction, { workspaceId, pageId, title, body }) => {
    await transaction.run(insertRow, workspaceId, pageId)
    const row = await transaction.get(rowOf, workspaceId, pageId)
    if (row === undefined) return
    await transaction.run(put, row.id, workspaceToken(workspaceId), title, body)
  },

  remove: async (transaction, workspaceId, pageId) => {
    const row = await transaction.get(rowOf, workspaceId, pageId)
    if (row === undefined) return
    await transaction.run(remove, row.id)
    await transaction.run(deleteRow, row.id)
  },

  find: async (reader, workspaceId, query, limit) => {
    const terms = quotedTerms(query)
    if (terms.length === 0) return []
    const inWorkspace = `workspace : ${workspaceToken(workspaceId)} AND`
    const all = terms.join(' AND ')
    const any = terms.join(' OR ')
    const inTitle = await findIds(reader, `${inWorkspace} {title} : (${all})`, limit)
    if (inTitle.length >= limit) return inTitle
    const anywhere = await findIds(reader, `${inWorkspace} {title body} : (${any})`, limit)
    return [...new Set([...inTitle, ...anywhere])].slice(0, limit)
  },

  holds: async (reader, { workspaceId, pageId, title, body }) => {
    const parts = [
      `workspace : ${workspaceToken(workspaceId)}`,
      ...[...samples(title)].map((words) => `title : ${quoted(words)}`),
      ...[...samples(body)].map((words) => `body : ${quoted(words)}`),
    ]
    return (await reader.get(holds, parts.join(' AND '), workspaceId, pageId)) !== undefined
  },

  entries: (snapshot) => snapshot.each(entries),
}

async function findIds(reader: Reader, match: string, limit: number): Promise<string[]> {
  const rows = await reader.all(find, match, limit)
  return rows.map((row) => row.pageId)
}

/** Quoting turns every operator of the FTS5 query language into plain text. */
function quotedTerms({ terms, prefix }: SearchTerms): string[] {
  const all = terms.map(quoted)
  if (prefix !== undefined) all.push(`${quoted(prefix)} *`)
  return all
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** A few runs of neighbouring words from a text, its beginning and its end among them. */
function samples(text: string): Set<string> {
  const words = text.split(' ').filter((word) => word !== '')
  const last = Math.max(0, words.length - sampleLength)
  const starts = Array.from({ length: sampleCount }, (_, index) =>
    Math.floor((index * last) / (sampleCount - 1)),
  )
  const runs = starts.map((start) => words.slice(start, start + sampleLength).join(' '))
  return new Set(runs.filter((run) => run !== ''))
}

function workspaceToken(workspaceId: string): string {
  return `w${workspaceId.replaceAll('-', '')}`
}
