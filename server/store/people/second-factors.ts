import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** The secret shared with the authenticator app; encrypted. */
export type TotpRow = { userId: string; secret: string; lastStep: number; createdAt: number }

const getStatement = statement<TotpRow, { userId: string }>(
  'secondFactors.get',
  `select user_id as "userId", secret, last_step as "lastStep", created_at as "createdAt"
   from totp_secrets where user_id = $userId`,
)
const insertStatement = statement<never, TotpRow>(
  'secondFactors.insert',
  `insert into totp_secrets (user_id, secret, last_step, created_at) values ($userId, $secret, $lastStep,
     $createdAt)`,
)
const useStepStatement = statement<never, { userId: string; step: number }>(
  'secondFactors.useStep',
  'update totp_secrets set last_step = $step where user_id = $userId and last_step < $step',
)
const removeStatement = statement<never, { userId: string }>(
  'secondFactors.remove',
  'delete from totp_secrets where user_id = $userId',
)
const addRecoveryStatement = statement<never, { userId: string; hash: string }>(
  'secondFactors.addRecovery',
  'insert into recovery_codes (user_id, hash) values ($userId, $hash)',
)
const useRecoveryStatement = statement<never, { userId: string; hash: string }>(
  'secondFactors.useRecovery',
  'delete from recovery_codes where user_id = $userId and hash = $hash',
)
const removeRecoveryStatement = statement<never, { userId: string }>(
  'secondFactors.removeRecovery',
  'delete from recovery_codes where user_id = $userId',
)

export function get(reader: Reader, userId: string): Promise<TotpRow | undefined> {
  return reader.get(getStatement, { userId })
}

/** With the hashes of the recovery codes. */
export async function insert(
  transaction: Transaction,
  { userId, secret, lastStep, createdAt }: TotpRow,
  recoveryHashes: readonly string[],
): Promise<void> {
  await transaction.run(insertStatement, { userId, secret, lastStep, createdAt })
  for (const hash of recoveryHashes) await transaction.run(addRecoveryStatement, { userId, hash })
}

/** Claims a time step; false when this step or a later one was used before. */
export async function useStep(
  transaction: Transaction,
  userId: string,
  step: number,
): Promise<boolean> {
  return (await transaction.run(useStepStatement, { userId, step })) > 0
}

/** Uses up a recovery code; false when there is no such code. */
export async function useRecovery(
  transaction: Transaction,
  userId: string,
  hash: string,
): Promise<boolean> {
  return (await transaction.run(useRecoveryStatement, { userId, hash })) > 0
}

export async function remove(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(removeStatement, { userId })
  await transaction.run(removeRecoveryStatement, { userId })
}
