import type { ProposalCommentKind, ProposalState } from '../../lib/vocabulary.ts'
import type { AuditRow } from '../administration/audit.ts'
import type { Reader } from '../connection.ts'
import { statement } from '../statement.ts'

/** What a person made, in all workspaces, whether or not they can still read it. */

export type CreatedPage = {
  workspaceId: string
  id: string
  createdAt: number
  deletedAt: number | null
}

export type WrittenComment = {
  workspaceId: string
  id: string
  pageId: string
  threadId: string
  markdown: string
  createdAt: number
  updatedAt: number | null
  deletedAt: number | null
}

export type UploadedFile = {
  workspaceId: string
  id: string
  name: string
  mimeType: string
  size: number
  sha256: string
  createdAt: number
}

export type CreatedProposal = {
  workspaceId: string
  id: string
  reason: string
  state: ProposalState
  createdAt: number
  updatedAt: number
  decidedAt: number | null
}

export type ProposalWords = {
  workspaceId: string
  id: string
  proposalId: string
  changeNumber: number | null
  kind: ProposalCommentKind
  markdown: string
  createdAt: number
}

/** The workspace and ID of the last row that was read; both empty at the start. */
export type Position = { workspaceId: string; id: string }
/** Files follow each other by size first. */
export type FilePosition = Position & { size: number }

type After = { userId: string; afterWorkspace: string; afterId: string; limit: number }

const pagesStatement = statement<CreatedPage, After>(
  'personalData.pages',
  `select workspace_id as "workspaceId", id, created_at as "createdAt", deleted_at as "deletedAt" from pages
   where created_by = $userId and (workspace_id, id) > ($afterWorkspace, $afterId)
   order by workspace_id, id limit $limit`,
)
const commentsStatement = statement<WrittenComment, After>(
  'personalData.comments',
  `select workspace_id as "workspaceId", id, page_id as "pageId", thread_id as "threadId", markdown,
     created_at as "createdAt", updated_at as "updatedAt", deleted_at as "deletedAt" from comments
   where created_by = $userId and (workspace_id, id) > ($afterWorkspace, $afterId)
   order by workspace_id, id limit $limit`,
)
const proposalsStatement = statement<CreatedProposal, After>(
  'personalData.proposals',
  `select workspace_id as "workspaceId", id, reason, state, created_at as "createdAt", updated_at as "updatedAt",
     decided_at as "decidedAt" from proposals
   where created_by = $userId and (workspace_id, id) > ($afterWorkspace, $afterId)
   order by workspace_id, id limit $limit`,
)
const proposalCommentsStatement = statement<ProposalWords, After>(
  'personalData.proposalComments',
  `select workspace_id as "workspaceId", id, proposal_id as "proposalId", change_number as "changeNumber", kind, markdown,
     created_at as "createdAt" from proposal_comments
   where created_by = $userId and (workspace_id, id) > ($afterWorkspace, $afterId)
   order by workspace_id, id limit $limit`,
)
const filesStatement = statement<UploadedFile, After & { afterSize: number }>(
  'personalData.files',
  `select workspace_id as "workspaceId", id, name, mime_type as "mimeType", size, sha256,
     created_at as "createdAt" from files
   where created_by = $userId and (size, workspace_id, id) > ($afterSize, $afterWorkspace, $afterId)
   order by size, workspace_id, id limit $limit`,
)
const auditStatement = statement<AuditRow, { userId: string; after: string; limit: number }>(
  'personalData.audit',
  `select id, created_at as "createdAt", workspace_id as "workspaceId", actor_id as "actorId",
     key_id as "keyId", via, action, outcome, subject, address, user_agent as "userAgent", run_id as "runId", details
   from audit_entries where actor_id = $userId and id > $after order by id limit $limit`,
)

export function pages(
  reader: Reader,
  userId: string,
  { workspaceId: afterWorkspace, id: afterId }: Position,
  limit: number,
): Promise<CreatedPage[]> {
  return reader.all(pagesStatement, { userId, afterWorkspace, afterId, limit })
}

export function comments(
  reader: Reader,
  userId: string,
  { workspaceId: afterWorkspace, id: afterId }: Position,
  limit: number,
): Promise<WrittenComment[]> {
  return reader.all(commentsStatement, { userId, afterWorkspace, afterId, limit })
}

export function proposals(
  reader: Reader,
  userId: string,
  { workspaceId: afterWorkspace, id: afterId }: Position,
  limit: number,
): Promise<CreatedProposal[]> {
  return reader.all(proposalsStatement, { userId, afterWorkspace, afterId, limit })
}

/** What a person said about proposals and decided. */
export function proposalComments(
  reader: Reader,
  userId: string,
  { workspaceId: afterWorkspace, id: afterId }: Position,
  limit: number,
): Promise<ProposalWords[]> {
  return reader.all(proposalCommentsStatement, { userId, afterWorkspace, afterId, limit })
}

export function files(
  reader: Reader,
  userId: string,
  { size: afterSize, workspaceId: afterWorkspace, id: afterId }: FilePosition,
  limit: number,
): Promise<UploadedFile[]> {
  return reader.all(filesStatement, { userId, afterSize, afterWorkspace, afterId, limit })
}

/** Entries of which the person is the actor, oldest first, after an ID. */
export function auditEntries(
  reader: Reader,
  userId: string,
  after: string,
  limit: number,
): Promise<AuditRow[]> {
  return reader.all(auditStatement, { userId, after, limit })
}
