import type { Store } from '../connection.ts'
import * as keys from '../people/api-keys.ts'
import * as members from '../people/members.ts'
import { type NamedValues, type Statement, statement, type ValuesFor } from '../statement.ts'
import * as pages from './pages.ts'

/** What a request contains: the hash of its API key, its workspace and possibly a page. */
export type RequestIds = { hash: string; workspaceId: string; pageId: string | null }

type PageColumns = Omit<pages.PageInfo, 'createdAt'> & { version: number; pageCreatedAt: number }

type MembershipColumns = Omit<members.Membership, 'proposeOnly'> & {
  workspaceProposes: members.Membership['proposeOnly']
}

type PrefetchedRow = keys.KeyRow & {
  [Column in keyof (PageColumns & MembershipColumns)]:
    | (PageColumns & MembershipColumns)[Column]
    | null
} & { sectionId: string | null }

/** Joins the page through the membership: without a role, no row is returned. */
const readStatement = statement<PrefetchedRow, RequestIds>(
  'prefetch.read',
  `select ${keys.columns}, case when m.role is null then null else ${members.roleOf('m')} end as "role", m.scope, w.rights_version as "rightsVersion", m.max_level as "maxLevel", w.propose_only as "workspaceProposes", p.section_id as "sectionId", p.version, p.type, p.ownership, p.created_at as "pageCreatedAt",
     u.id as "authorId", u.first_name as "firstName", u.last_name as "lastName", u.email
   from api_keys k
   left join members m on m.workspace_id = $workspaceId and m.user_id = k.user_id
   left join workspaces w on w.id = m.workspace_id
   left join pages p on p.workspace_id = m.workspace_id and p.id = $pageId and p.deleted_at is null
   left join users u on u.id = p.created_by
   where k.hash = $hash`,
)

type Prefetched = {
  statement: Statement<unknown, unknown>
  values: NamedValues
  row: object | undefined
}

/**
 * A store for one request that reads the key, the role and the page in one statement. Each row answers the first
 * statement that asks for it; everything else is read on demand.
 */
export async function prefetch(store: Store, ids: RequestIds): Promise<Store> {
  const row = await store.get(readStatement, ids)
  return row === undefined ? store : withRows(store, rowsOf(row, ids))
}

function rowsOf(row: PrefetchedRow, { hash, workspaceId, pageId }: RequestIds): Prefetched[] {
  const {
    role,
    scope,
    rightsVersion,
    maxLevel,
    workspaceProposes,
    userId,
    version,
    pageCreatedAt,
    sectionId,
    ...columns
  } = row
  const access =
    role === null || scope === null || rightsVersion === null || workspaceProposes === null
      ? undefined
      : { role, scope, rightsVersion, maxLevel, proposeOnly: workspaceProposes }
  const rows: Prefetched[] = [
    { statement: keys.byHashStatement, values: { hash }, row },
    { statement: members.membershipStatement, values: { workspaceId, userId }, row: access },
  ]
  if (version === null || pageId === null) return rows
  const { type, ownership, authorId, firstName, lastName, email } = columns
  const author = { authorId, firstName, lastName, email }
  const info = { type, ownership, createdAt: pageCreatedAt, sectionId, ...author }
  const values = { workspaceId, id: pageId }
  rows.push(
    { statement: pages.versionStatement, values, row: { version, sectionId } },
    { statement: pages.infoStatement, values, row: info },
  )
  return rows
}

function withRows(store: Store, rows: Prefetched[]): Store {
  const take = (asked: Statement<unknown, unknown>, values: NamedValues | undefined) => {
    const index = rows.findIndex((row) => row.statement === asked && hasValues(row, values))
    return index === -1 ? undefined : rows.splice(index, 1)[0]
  }
  return {
    ...store,
    get: async <Result, Values extends NamedValues>(
      asked: Statement<Result, Values>,
      ...values: ValuesFor<NoInfer<Values>>
    ) => {
      const found = take(asked, values[0])
      // SAFETY: a row is kept for the statement whose columns it has.
      return found === undefined ? store.get(asked, ...values) : (found.row as Result | undefined)
    },
  }
}

function hasValues(row: Prefetched, given: NamedValues = {}): boolean {
  return Object.entries(row.values).every(([name, value]) => given[name] === value)
}
