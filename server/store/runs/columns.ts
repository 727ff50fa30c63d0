/** The run of a row, as it is shown: null when unknown. */
export type RunOf = {
  runKeyId: string | null
  /** How the program calls itself; empty for browsers and chats. */
  runClient: string | null
}

export const runColumns = 'w.key_id as "runKeyId", w.client as "runClient"'
export const noRun = 'null as "runKeyId", null as "runClient"'

/** Joins the run of a row of `table`, which has its ID in `column`. */
export function joinRun(table: string, column = 'run_id'): string {
  return `left join runs w on w.workspace_id = ${table}.workspace_id and w.id = ${table}.${column}`
}
