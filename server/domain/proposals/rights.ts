import { AppError } from '../../lib/errors.ts'
import { isOpenState } from '../../lib/vocabulary.ts'
import {
  levelNumbers,
  noLevel,
  proposals,
  type Reader,
  trash,
  type Viewer,
} from '../../store/index.ts'
import { viewerOfPerson } from '../people/access.ts'
import { requireActiveKey } from '../people/api-keys.ts'

/** Throws PROPOSAL_NOT_FOUND, also without read access to one of its pages. */
export async function requireProposal(
  reader: Reader,
  viewer: Viewer,
  proposalId: string,
): Promise<proposals.ProposalItem> {
  const found = await proposals.get(reader, viewer, proposalId)
  if (found !== undefined) return found
  throw new AppError(
    'PROPOSAL_NOT_FOUND',
    `Proposal ${proposalId} not found. List the proposals of the workspace.`,
  )
}

/** A proposal that nobody accepted, declined or withdrew. Throws PROPOSAL_CLOSED. */
export function requireOpen({ id, state }: Pick<proposals.ProposalRow, 'id' | 'state'>): void {
  if (isOpenState(state)) return
  throw new AppError('PROPOSAL_CLOSED', `Proposal ${id} is already ${state}. Create another one.`)
}

/** Throws PROPOSAL_CONFLICT if the proposal was updated after the revision. */
export function requireRevision(
  now: Pick<proposals.ProposalRow, 'revision'>,
  revision: number,
): void {
  if (now.revision === revision) return
  const message = 'The proposal was updated. Read it again.'
  throw new AppError('PROPOSAL_CONFLICT', message)
}

/** The lowest level of the viewer on the pages; the ID of the workspace is the top level. */
export async function lowestLevel(
  reader: Reader,
  viewer: Viewer,
  pageIds: readonly string[],
): Promise<number> {
  let lowest: number = levelNumbers.manage
  for (const pageId of pageIds) {
    const isTop = pageId === viewer.workspaceId
    const { openLevel, maxLevel } = viewer
    const level = isTop
      ? Math.min(openLevel, maxLevel)
      : ((await trash.get(reader, viewer, pageId))?.level ?? noLevel)
    lowest = Math.min(lowest, level)
  }
  return lowest
}

/** Checks that the caller may write on every page. Throws FORBIDDEN. */
export async function requireReviewer(
  reader: Reader,
  viewer: Viewer,
  proposal: proposals.ProposalRow,
): Promise<void> {
  if (await isReviewer(reader, viewer, proposal)) return
  throw new AppError(
    'FORBIDDEN',
    'You can read this proposal, but not decide about it. Ask someone who can change all of its pages.',
  )
}

export async function isReviewer(
  reader: Reader,
  viewer: Viewer,
  { workspaceId, id: proposalId }: proposals.ProposalRow,
): Promise<boolean> {
  const pageIds = await proposals.pagesOf(reader, { workspaceId, proposalId })
  return (await lowestLevel(reader, viewer, pageIds)) >= levelNumbers.write
}

/** Checks that the proposer may still propose changes to every page. Throws FORBIDDEN. */
export async function requireProposer(
  reader: Reader,
  { workspaceId, id: proposalId, createdBy, keyId }: proposals.ProposalRow,
): Promise<void> {
  const viewer = await viewerOfPerson(reader, workspaceId, createdBy)
  const pageIds = await proposals.pagesOf(reader, { workspaceId, proposalId })
  const level = viewer === undefined ? noLevel : await lowestLevel(reader, viewer, pageIds)
  if (level < levelNumbers.propose || !(await hasKey(reader, keyId))) {
    throw new AppError(
      'FORBIDDEN',
      'Whoever made this proposal may no longer propose changes to its pages. Decline it.',
    )
  }
}

async function hasKey(reader: Reader, keyId: string | null): Promise<boolean> {
  if (keyId === null) return true
  try {
    await requireActiveKey(reader, keyId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
