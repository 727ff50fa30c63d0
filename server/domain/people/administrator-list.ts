import { clock } from '../../lib/clock.ts'
import { administrators, type Store } from '../../store/index.ts'
import { type Administrator, requireOtherAdministrator } from '../administration/administrators.ts'
import { type AuditActor, operatorActor, recordAudit } from '../administration/audit.ts'
import { requireUser } from './users.ts'

export async function addAdministrator(
  store: Store,
  email: string,
  actor: AuditActor = operatorActor,
): Promise<Administrator[]> {
  return store.transact(async (transaction) => {
    const { id } = await requireUser(transaction, email)
    const before = await administrators.list(transaction)
    if (before.some((one) => one.id === id && one.since !== null)) return before
    // Who was it for having come first stays it beside those who are named.
    for (const one of before) await administrators.put(transaction, one.id, clock.now())
    await administrators.put(transaction, id, clock.now())
    await recordAudit(transaction, actor, { action: 'administrator.add', subject: id })
    return administrators.list(transaction)
  })
}

export async function removeAdministrator(
  store: Store,
  email: string,
  actor: AuditActor = operatorActor,
): Promise<Administrator[]> {
  return store.transact(async (transaction) => {
    const { id } = await requireUser(transaction, email)
    await requireOtherAdministrator(transaction, id)
    await administrators.remove(transaction, id)
    await recordAudit(transaction, actor, { action: 'administrator.remove', subject: id })
    return administrators.list(transaction)
  })
}
