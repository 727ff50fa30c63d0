import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** `value` is JSON. */
export type ServerSettingRow = { name: string; value: string }

const listStatement = statement<ServerSettingRow>(
  'serverSettings.list',
  'select name, value from server_settings order by name',
)
const putStatement = statement<never, ServerSettingRow & { now: number }>(
  'serverSettings.put',
  `insert into server_settings (name, value, updated_at) values ($name, $value, $now)
   on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
)

/** All settings with a stored value; others have their default. */
export function list(reader: Reader): Promise<ServerSettingRow[]> {
  return reader.all(listStatement)
}

export async function put(
  transaction: Transaction,
  { name, value }: ServerSettingRow,
  now: number,
): Promise<void> {
  await transaction.run(putStatement, { name, value, now })
}
