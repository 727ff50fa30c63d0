import type { Reader, Transaction } from '../connection.ts'
import { type NamedValues, statement } from '../statement.ts'

type Claim = { holder: string; until: number }
/** `now` and `until` are by the clock of the store; `dueBy` is an instant of `clock`, which due times come from. */
type Now = { now: number; dueBy?: number }

/**
 * No lease is this long. One that ends later was written by a clock that was ahead, and is void: its holder may have
 * ended hours ago.
 */
const voidAfterMs = 60_000

/** The condition for a void lease, at `$now`. */
export function isVoid(until: string): string {
  return `${until} - ${voidAfterMs} > $now`
}

/** Leases on the rows of a table: one holder at a time works on a row, until the lease expires. */
export type Leases<Key, Due = { now: number }> = {
  /** False when another process holds the row, or it is not eligible. */
  claim: (transaction: Transaction, key: Key, lease: Claim & Now) => Promise<boolean>
  /** False when another holds the row. */
  renew: (transaction: Transaction, key: Key, lease: Claim) => Promise<boolean>
  release: (transaction: Transaction, key: Key, holder: string) => Promise<void>
  /** Rows of all workspaces with pending work that no process holds. */
  idle: (reader: Reader, values: Due & Now) => Promise<Key[]>
}

type LeaseTable<Key> = {
  /** Prefix of the statement names. */
  name: string
  table: string
  /** The column for each part of the key. */
  key: { [Part in keyof Key]: string }
  holder?: string
  until?: string
  /** Additional condition for a claim, at `$dueBy`. */
  claimable?: string
  /** Additional condition for rows with pending work, at `$dueBy`. */
  due?: string
  /** Appended to the query for rows with pending work, such as an order. */
  order?: string
}

export function leasesOf<
  Key extends Record<string, string>,
  Due extends NamedValues = { now: number },
>({
  name,
  table,
  key,
  holder = 'holder',
  until = 'leased_until',
  claimable = 'true',
  due = 'true',
  order = '',
}: LeaseTable<Key>): Leases<Key, Due> {
  const parts = Object.entries(key)
  const isRow = parts.map(([part, column]) => `${column} = $${part}`).join(' and ')
  const isFree = `(${holder} is null or ${until} < $now or ${isVoid(until)}) and ${claimable}`
  const columns = parts.map(([part, column]) => `${column} as "${part}"`).join(', ')
  const claimStatement = statement<never, NamedValues>(
    `${name}.claim`,
    `update ${table} set ${holder} = $holder, ${until} = $until where ${isRow} and ${isFree}`,
  )
  const renewStatement = statement<never, NamedValues>(
    `${name}.renew`,
    `update ${table} set ${until} = $until where ${isRow} and ${holder} = $holder`,
  )
  const releaseStatement = statement<never, NamedValues>(
    `${name}.release`,
    `update ${table} set ${holder} = null, ${until} = null where ${isRow} and ${holder} = $holder`,
  )
  const idleStatement = statement<Key, NamedValues>(
    `${name}.idle`,
    `select ${columns} from ${table} where ${isFree} and (${due}) ${order}`,
  )
  return {
    claim: async (transaction, row, lease) =>
      (await transaction.run(claimStatement, { ...row, dueBy: lease.now, ...lease })) > 0,
    renew: async (transaction, row, lease) =>
      (await transaction.run(renewStatement, { ...row, ...lease })) > 0,
    release: async (transaction, row, holder) => {
      await transaction.run(releaseStatement, { ...row, holder })
    },
    idle: (reader, values) => reader.all(idleStatement, { dueBy: values.now, ...values }),
  }
}
