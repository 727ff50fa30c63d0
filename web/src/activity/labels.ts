import { actionLabel } from './audit/action-label.ts'
import { t } from './messages.ts'

const labels: Record<string, () => string> = {
  'page.created': () => t.pageCreated,
  'page.updated': () => t.pageUpdated,
  'page.moved': () => t.pageMoved,
  'page.deleted': () => t.pageDeleted,
  'page.restored': () => t.pageRestored,
  'page.permissions_changed': () => t.pageAccess,
  'skill.published': () => t.skillPublished,
  'skill.evaluated': () => t.skillEvaluated,
  'comment.created': () => t.commentCreated,
  'comment.updated': () => t.commentUpdated,
  'comment.resolved': () => t.commentResolved,
  'comment.reopened': () => t.commentReopened,
  'comment.deleted': () => t.commentDeleted,
  'proposal.created': () => t.proposalCreated,
  'proposal.updated': () => t.proposalUpdated,
  'proposal.commented': () => t.proposalCommented,
  'proposal.changes_requested': () => t.proposalChangesRequested,
  'proposal.accepted': () => t.proposalAccepted,
  'proposal.declined': () => t.proposalDeclined,
  'proposal.withdrawn': () => t.proposalWithdrawn,
  'file.uploaded': () => t.fileUploaded,
  'file.attached': () => t.fileAttached,
  'file.renamed': () => t.fileRenamed,
  'file.deleted': () => t.fileDeleted,
  'member.joined': () => t.memberJoined,
  'member.updated': () => t.memberUpdated,
  'member.removed': () => t.memberRemoved,
  'agent.mentioned': () => t.agentMentioned,
  'agent.assigned': () => t.agentAssigned,
}

type Labelled = { kind: string; type: string; data?: object }

/** What happened. */
export function activityLabel({ kind, type, data = {} }: Labelled): string {
  if (kind === 'audit') return actionLabel(type)
  const isInPart = 'isAcceptedInPart' in data && data.isAcceptedInPart === true
  if (type === 'proposal.accepted' && isInPart) return t.proposalAcceptedInPart
  return labels[type]?.() ?? t.otherChange
}
