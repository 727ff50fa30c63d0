import pg from 'pg'
import { digits } from './table.ts'

/** What PostgreSQL gives a program that does nothing else: reads of a row by its key, and durable commits. */
export async function measureRoundTrips(url: string, milliseconds: number): Promise<string[][]> {
  const rows: string[][] = []
  for (const inFlight of [1, 50]) {
    const pool = new pg.Pool({ connectionString: url, max: Math.min(inFlight, 16) })
    await pool.query('create table if not exists bare (id bigint primary key, body text)')
    await pool.query(
      `insert into bare select n, repeat('x', 2000) from generate_series(1, 1000) n on conflict do nothing`,
    )
    const read = { name: 'read', text: 'select body from bare where id = $1' }
    const write = { name: 'write', text: 'update bare set body = $2 where id = $1' }
    const body = 'y'.repeat(2000)
    const reads = await rate(inFlight, milliseconds, (count) =>
      pool.query({ ...read, values: [(count % 1000) + 1] }),
    )
    const writes = await rate(inFlight, milliseconds, (count) =>
      pool.query({ ...write, values: [(count % 1000) + 1, body] }),
    )
    rows.push(['one row of 2 KB by its key', String(inFlight), digits(reads)])
    rows.push(['one durable commit', String(inFlight), digits(writes)])
    await pool.query('drop table bare')
    await pool.end()
  }
  return rows
}

async function rate(
  inFlight: number,
  milliseconds: number,
  ask: (count: number) => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + milliseconds
  let count = 0
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < end) await ask((count += 1))
    }),
  )
  return (count / milliseconds) * 1000
}
