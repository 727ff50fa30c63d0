import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { SectionAddress } from './sections.ts'

/** The rule of a section for reviews, as JSON, and where to search for one if it has none. */
export type SectionReviewRow = {
  review: string | null
  inherits: 0 | 1
  /** The section around it; null is the workspace. */
  enclosingId: string | null
}

export type ReviewOfSection = { sectionId: string; review: string }

const getStatement = statement<SectionReviewRow, SectionAddress>(
  'sectionReviews.get',
  `select review, inherits, enclosing_id as "enclosingId" from sections
   where workspace_id = $workspaceId and page_id = $sectionId`,
)
const putStatement = statement<never, SectionAddress & { review: string | null }>(
  'sectionReviews.put',
  `update sections set review = $review where workspace_id = $workspaceId and page_id = $sectionId`,
)
const namingStatement = statement<ReviewOfSection, { workspaceId: string; pattern: string }>(
  'sectionReviews.naming',
  `select page_id as "sectionId", review from sections
   where workspace_id = $workspaceId and review like $pattern order by page_id`,
)

export function get(
  reader: Reader,
  { workspaceId, sectionId }: SectionAddress,
): Promise<SectionReviewRow | undefined> {
  return reader.get(getStatement, { workspaceId, sectionId })
}

/** Null removes the rule. */
export async function put(
  transaction: Transaction,
  { workspaceId, sectionId }: SectionAddress,
  review: string | null,
): Promise<void> {
  await transaction.run(putStatement, { workspaceId, sectionId, review })
}

/** The sections whose rule names a person or group. */
export function naming(
  reader: Reader,
  { workspaceId, principalId }: { workspaceId: string; principalId: string },
): Promise<ReviewOfSection[]> {
  return reader.all(namingStatement, { workspaceId, pattern: `%"${principalId}"%` })
}
