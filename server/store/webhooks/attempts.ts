import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { DeliveryAddress } from './deliveries.ts'

export type AttemptRow = {
  number: number
  startedAt: number
  /** Milliseconds. */
  duration: number
  url: string
  /** JSON objects, as are those of the response. */
  headers: string
  address: string | null
  status: number | null
  answerHeaders: string | null
  isTruncated: 0 | 1
  errorCode: string | null
  errorMessage: string | null
}

const insertStatement = statement<never, DeliveryAddress & AttemptRow>(
  'attempts.insert',
  `insert into webhook_attempts (workspace_id, webhook_id, delivery_id, number, started_at, duration, url, headers,
     address, status, answer_headers, is_truncated, error_code, error_message)
   values ($workspaceId, $webhookId, $deliveryId, $number, $startedAt, $duration, $url, $headers, $address,
     $status, $answerHeaders, $isTruncated, $errorCode, $errorMessage)`,
)
const listStatement = statement<AttemptRow, DeliveryAddress>(
  'attempts.list',
  `select number, started_at as "startedAt", duration, url, headers, address, status,
     answer_headers as "answerHeaders", is_truncated as "isTruncated", error_code as "errorCode",
     error_message as "errorMessage"
   from webhook_attempts where workspace_id = $workspaceId and webhook_id = $webhookId
     and delivery_id = $deliveryId order by number`,
)

export async function insert(
  transaction: Transaction,
  address: DeliveryAddress,
  row: AttemptRow,
): Promise<void> {
  await transaction.run(insertStatement, { ...address, ...row })
}

export function list(
  reader: Reader,
  { workspaceId, webhookId, deliveryId }: DeliveryAddress,
): Promise<AttemptRow[]> {
  return reader.all(listStatement, { workspaceId, webhookId, deliveryId })
}
