import type { StatementSync } from 'node:sqlite'
import { sectionsStatement, versionsStatement } from '../rights/readable.ts'
import { type NamedValues, type Statement, viewerSections, withText } from '../statement.ts'
import type { Connection } from './connection.ts'

/** Viewers whose sections are listed at a time. */
const maxTables = 16
/** A table is for another viewer after this time without a read. */
const idleMs = 10_000

/** The sections that one viewer can read, in a temporary table of the connection. */
type Table = {
  name: string
  /** Of the viewer and of the rights that it contains. */
  key: string
  version: number
  rows: number
  usedAt: number
  /** Statements that read it, by the statement for any table. */
  statements: Map<unknown, unknown>
}

/**
 * The sections of the viewers who read lists, so that a list does not look up the permissions of each page. A table
 * is of the version of rights that is read in the same transaction as the list.
 */
export class ViewerSections {
  readonly #connection: Connection
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #tables: Table[] = []

  /** `connection` reads only what is committed. */
  constructor(connection: Connection) {
    this.#connection = connection
    this.#begin = connection.database.prepare('begin')
    this.#commit = connection.database.prepare('commit')
  }

  async all<Result>(
    statement: Statement<Result, unknown>,
    values: NamedValues = {},
  ): Promise<Result[]> {
    const { ofListed } = statement
    const table = ofListed === undefined ? undefined : this.#tableOf(keyOf(values))
    if (ofListed === undefined || table === undefined) {
      return this.#connection.allNow(statement, values)
    }
    this.#begin.run()
    try {
      this.#update(table, values)
      const reading = table.rows === 0 ? ofListed.none : ofListed.some
      return this.#connection.allNow(statementOn(table, reading), values)
    } finally {
      this.#commit.run()
    }
  }

  /** Undefined while more viewers read than there are tables. */
  #tableOf(key: string): Table | undefined {
    const now = performance.now()
    const table =
      this.#tables.find((table) => table.key === key) ??
      this.#add() ??
      this.#tables.find(({ usedAt }) => usedAt < now - idleMs)
    if (table === undefined) return undefined
    table.usedAt = now
    if (table.key !== key) Object.assign(table, { key, version: -1 })
    return table
  }

  #add(): Table | undefined {
    const { length } = this.#tables
    if (length === maxTables) return undefined
    const name = `temp.${viewerSections}_${length}`
    this.#connection.database.exec(
      `create table ${name} (section_id text primary key, level int, is_by_role int) without rowid`,
    )
    const table = { name, key: '', version: -1, rows: 0, usedAt: 0, statements: new Map() }
    this.#tables.push(table)
    return table
  }

  /** Brings the table to the version of rights of the open transaction. */
  #update(table: Table, values: NamedValues): void {
    const [now] = this.#connection.allNow(versionsStatement, values)
    const version = now?.rightsVersion ?? 0
    if (table.version === version) return
    table.version = -1
    const { database } = this.#connection
    database.exec(`delete from ${table.name}`)
    this.#connection.allNow(statementOn(table, fillStatement), values)
    table.rows = Number(database.prepare(`select count(*) as n from ${table.name}`).get()?.['n'])
    table.version = version
  }
}

const fillStatement = withText<object>(
  sectionsStatement,
  `insert into ${viewerSections} select "sectionId", max("level"), max("level" = 0)
    from (${sectionsStatement.sql}) where "sectionId" is not null group by "sectionId"`,
)

function keyOf({ workspaceId, viewerId, everyoneId }: NamedValues): string {
  return [workspaceId, viewerId, everyoneId].join(' ')
}

function statementOn<Result>(
  { name, statements }: Table,
  statement: Statement<Result, unknown>,
): Statement<Result, unknown> {
  // SAFETY: what is set below under the same statement.
  const known = statements.get(statement) as Statement<Result, unknown> | undefined
  if (known !== undefined) return known
  const own = withText<Result>(statement, statement.sql.replaceAll(viewerSections, name))
  if (!statement.isOneOff) statements.set(statement, own)
  return own
}
