import { proposalSettings } from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import type { WorkspaceContext } from '../context.ts'
import { getSettings, type Settings } from './read.ts'

/** Only what is given changes. */
export async function updateSettings(
  context: WorkspaceContext,
  given: Partial<Settings>,
): Promise<Settings> {
  const { store, caller, viewer } = context
  const { workspaceId } = viewer
  await store.transactIn({ workspaceId }, async (transaction) => {
    const before = await proposalSettings.get(transaction, workspaceId)
    const flag = (value: boolean | undefined, old: 0 | 1) =>
      value === undefined ? old : value ? 1 : 0
    await proposalSettings.put(transaction, workspaceId, {
      proposeOnly: flag(given.proposeOnly, before.proposeOnly),
      acceptsOwn: flag(given.acceptsOwn, before.acceptsOwn),
    })
    await recordAudit(transaction, caller, {
      action: 'workspace.update',
      workspaceId,
      subject: workspaceId,
      details: { proposeOnly: given.proposeOnly, acceptsOwn: given.acceptsOwn },
    })
  })
  return getSettings(context)
}
