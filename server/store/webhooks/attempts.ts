import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { DeliveryAddress } from './deliveries.ts'

export type AttemptRow = {
  number: number
  startedAt: number
  /** Milliseconds. */
  duration: number
  url: string
  /** JSON objects, as those of the answer. */
  headers: string
  address: string | null
  status: number | null
  answerHeaders: string | null
  isTruncated: 0 | 1
  errorCode: string | null
  errorMessage: string | null
}

const insertStatement = statement(
  'attempts.insert',
  `insert into webhook_attempts (workspace_id, webhook_id, delivery_id, number, started_at, duration, url, headers,
     address, status, answer_headers, is_truncated, error_code, error_message)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
)
const listStatement = statement<AttemptRow>(
  'attempts.list',
  `select number, started_at as "startedAt", duration, url, headers, address, status,
     answer_headers as "answerHeaders", is_truncated as "isTruncated", error_code as "errorCode",
     error_message as "errorMessage"
   from webhook_attempts where workspace_id = $1 and webhook_id = $2 and delivery_id = $3 order by number`,
)

export async function insert(
  transaction: Transaction,
  { workspaceId, webhookId, deliveryId }: DeliveryAddress,
  row: AttemptRow,
): Promise<void> {
  await transaction.run(
    insertStatement,
    workspaceId,
    webhookId,
    deliveryId,
    row.number,
    row.startedAt,
    row.duration,
    row.url,
    row.headers,
    row.address,
    row.status,
    row.answerHeaders,
    row.isTruncated,
    row.errorCode,
    row.errorMessage,
  )
}

export function list(
  reader: Reader,
  { workspaceId, webhookId, deliveryId }: DeliveryAddress,
): Promise<AttemptRow[]> {
  return reader.all(listStatement, workspaceId, webhookId, deliveryId)
}
