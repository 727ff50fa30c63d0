import type { outcomes } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import { isReadable, joinPage } from './versions.ts'

type PageAddress = { workspaceId: string; pageId: string }
type VersionAddress = PageAddress & { version: number }

export type Outcome = (typeof outcomes)[number]

/** A reported result of an evaluation of a version. */
export type EvaluationRow = VersionAddress & {
  id: string
  /** Name of the case or suite. */
  name: string
  outcome: Outcome
  /** From 0 to 1. */
  score: number | null
  note: string
  /** The model that was evaluated; empty if unknown. */
  model: string
  createdAt: number
  createdBy: string
  keyId: string | null
  /** What the program that reported it says of itself. */
  client: string
  runId: string | null
}

export type EvaluationItem = Omit<EvaluationRow, 'workspaceId' | 'pageId'> & {
  firstName: string
  lastName: string
}

/** How many results of each kind a version has. */
export type Counts = { version: number; passed: number; failed: number; scored: number }

/** Results of one version that are kept. */
export const maxPerVersion = 200

const columns = `e.version, e.id, e.name, e.outcome, e.score, e.note, e.model, e.created_at as "createdAt",
  e.created_by as "createdBy", e.key_id as "keyId", e.client, e.run_id as "runId", u.first_name as "firstName",
  u.last_name as "lastName"`
const joined = `from skill_evaluations e join users u on u.id = e.created_by
   join skill_versions v on v.workspace_id = e.workspace_id and v.page_id = e.page_id and v.version = e.version ${joinPage}`
const countOf = (outcome: Outcome) =>
  `cast(sum(case when e.outcome = '${outcome}' then 1 else 0 end) as bigint) as "${outcome}"`

const insertStatement = statement<never, EvaluationRow>(
  'skillEvaluations.insert',
  `insert into skill_evaluations (workspace_id, page_id, version, id, name, outcome, score, note, model, created_at,
     created_by, key_id, client, run_id)
   values ($workspaceId, $pageId, $version, $id, $name, $outcome, $score, $note, $model, $createdAt, $createdBy, $keyId,
     $client, $runId)`,
)
const trimStatement = statement<never, VersionAddress & { keep: number }>(
  'skillEvaluations.trim',
  `delete from skill_evaluations where workspace_id = $workspaceId and page_id = $pageId and version = $version
     and id not in (select k.id from skill_evaluations k where k.workspace_id = $workspaceId and k.page_id = $pageId
       and k.version = $version order by k.id desc limit $keep)`,
)
const listStatement = viewedStatement<
  EvaluationItem,
  PageAddress & { version: number; limit: number; offset: number }
>(
  'skillEvaluations.list',
  `select ${columns} ${joined}
   where ${isReadable} and v.page_id = $pageId and ($version = 0 or v.version = $version)
   order by e.id desc limit $limit offset $offset`,
)
const newestStatement = viewedStatement<EvaluationItem, PageAddress>(
  'skillEvaluations.newest',
  `select ${columns} ${joined}
   where ${isReadable} and v.page_id = $pageId and e.id = (select max(n.id) from skill_evaluations n
     where n.workspace_id = e.workspace_id and n.page_id = e.page_id and n.version = e.version)
   order by e.version`,
)
const countsStatement = viewedStatement<Counts, PageAddress>(
  'skillEvaluations.counts',
  `select e.version, ${countOf('passed')}, ${countOf('failed')}, ${countOf('scored')} ${joined}
   where ${isReadable} and v.page_id = $pageId group by e.version order by e.version`,
)
const removeStatement = statement<never, PageAddress>(
  'skillEvaluations.remove',
  'delete from skill_evaluations where workspace_id = $workspaceId and page_id = $pageId',
)

/** Adds a result, and removes the oldest ones of the version beyond those that are kept. */
export async function add(
  transaction: Transaction,
  row: EvaluationRow,
  keep: number = maxPerVersion,
): Promise<void> {
  await transaction.run(insertStatement, row)
  const { workspaceId, pageId, version } = row
  await transaction.run(trimStatement, { workspaceId, pageId, version, keep })
}

/** Newest first, of one version or of all that the viewer can read. */
export function list(
  reader: Reader,
  viewer: Viewer,
  {
    pageId,
    version = 0,
    limit,
    offset,
  }: { pageId: string; version?: number | undefined; limit: number; offset: number },
): Promise<EvaluationItem[]> {
  return allViewed(reader, viewer, listStatement, { pageId, version, limit, offset })
}

/** The newest result of each version that the viewer can read and that has one. */
export function newest(reader: Reader, viewer: Viewer, pageId: string): Promise<EvaluationItem[]> {
  return allViewed(reader, viewer, newestStatement, { pageId })
}

/** Of each version that the viewer can read and that has results. */
export function counts(reader: Reader, viewer: Viewer, pageId: string): Promise<Counts[]> {
  return allViewed(reader, viewer, countsStatement, { pageId })
}

/** Before the versions of a page are permanently deleted. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}
