/** Every column that says until when a process holds a row. */
export const leaseColumns = [
  { table: 'jobs', until: 'leased_until' },
  { table: 'webhooks', until: 'leased_until' },
  { table: 'chat_connections', until: 'leased_until' },
  { table: 'idempotency_keys', until: 'leased_until' },
  { table: 'search_workspaces', until: 'merging_until' },
]

/** Ends the leases of processes that no longer exist. A holder that does exist loses its own. */
export const voidLeases = leaseColumns
  .map(({ table, until }) => `update ${table} set ${until} = 0 where ${until} > 0;`)
  .join('\n')
