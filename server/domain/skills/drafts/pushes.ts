import { skillStates, skillVersions } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { differs } from '../differs.ts'
import { digestOf } from '../files.ts'
import type { SkillFolder } from '../folder.ts'
import type { Plan } from '../plan.ts'
import { mayPublish, requireSkill } from '../rights.ts'
import type { DraftFile } from './added-files.ts'

/** What is sent: pages and files, whether there are files among them, and what is removed. */
type Sent = {
  sent: readonly DraftFile[]
  hasFiles: boolean
  removed: readonly Pick<DraftFile, 'path'>[]
}

/**
 * What keeps texts from being published before the files that were sent with them; undefined for a change to texts
 * alone, and for a proposal. Its author may publish it if nothing else waits for a publication, and nothing is removed.
 */
export async function pushOf(
  context: WorkspaceContext,
  { plan, folder }: { plan: Plan; folder: SkillFolder },
  { sent, hasFiles, removed }: Sent,
): Promise<skillStates.Push | undefined> {
  const { store, caller } = context
  const { workspaceId, id: pageId } = plan.main
  if (context.draft !== undefined) return undefined
  const before = await skillStates.push(store, { workspaceId, pageId })
  const isRemoval = removed.length > 0
  if (!isRemoval && (sent.length === 0 || (!hasFiles && before === undefined))) return undefined
  const files = new Map<string, DraftFile>(
    [...folder.files, ...sent].map((file) => [file.path, file]),
  )
  for (const { path } of removed) files.delete(path)
  const sorted = [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const isOwn = before === undefined ? await isPublished(context, plan) : isAsPushed(before, folder)
  const page = await requireSkill(context, store, pageId)
  const isAuthor = isOwn && !isRemoval && (await mayPublish(store, caller, page))
  const author = isAuthor ? { userId: caller.userId, via: caller.via } : null
  return { digest: digestOf(sorted), author }
}

async function isPublished(context: WorkspaceContext, plan: Plan): Promise<boolean> {
  const { workspaceId, id: pageId } = plan.main
  const newest = await skillVersions.newest(context.store, { workspaceId, pageId })
  return newest !== undefined && !(await differs(context, plan, newest))
}

/** Whether everything that waits was sent by someone who may publish it. */
function isAsPushed({ author, digest }: skillStates.Push, folder: SkillFolder): boolean {
  return author !== null && digest === folder.digest
}
