import type { Reader, Snapshot } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import {
  type NamedValues,
  type Statement,
  statement,
  type ValuesFor,
  viewerSections,
} from '../statement.ts'

/**
 * Who reads. Every statement that reads pages for someone takes a viewer: pages that the viewer cannot read do not
 * exist in its answer.
 */
export type Viewer = {
  readonly workspaceId: string
  /** A user, share link, webhook, chat channel or site. */
  readonly viewerId: string
  /** The workspace's ID, whose grants apply to everyone in it; empty for a viewer that sees only what was shared. */
  readonly everyoneId: string
  /** The level on pages outside of sections; 0 is none. */
  readonly openLevel: number
  /** The highest level on any page. */
  readonly maxLevel: number
  /** The workspace has no sections that hide pages from the viewer. */
  readonly seesEverything: boolean
  /** Proposes changes: where the viewer may propose, a change is tried as if they could write. */
  readonly proposes?: true
}

/** What a statement with a `visible` condition needs of the viewer. */
export type ViewerValues = { workspaceId: string; viewerId: string; everyoneId: string }

export type Level = 'read' | 'comment' | 'propose' | 'write' | 'manage'

/** As they are stored and compared. */
export const levelNumbers = { read: 1, comment: 2, propose: 3, write: 4, manage: 5 } as const

export const noLevel = 0

/** Sees and changes every page: for work of the server itself, such as indexing, backups and migrations. */
export function systemViewer(workspaceId: string): Viewer {
  const all = levelNumbers.manage
  return {
    workspaceId,
    viewerId: '',
    everyoneId: workspaceId,
    openLevel: all,
    maxLevel: all,
    seesEverything: true,
  }
}

/** Sees what everyone in the workspace can read: for what depends on many pages and is shown to everybody. */
export function publicViewer(workspaceId: string): Viewer {
  return { ...systemViewer(workspaceId), seesEverything: false }
}

export function viewerValues({ workspaceId, viewerId, everyoneId }: Viewer): ViewerValues {
  return { workspaceId, viewerId, everyoneId }
}

/** The rows of `section_access` that apply to the viewer. Looks up each grant, not each group of the viewer. */
const appliesToViewer = `(a.principal_id in ($viewerId, $everyoneId) or exists (select 1 from group_members g
    where g.workspace_id = $workspaceId and g.user_id = $viewerId and g.group_id = a.principal_id))`

/** The condition that the viewer can read the page `p`. */
function visible(p: string, readable = readableSection): string {
  return `((${p}.section_id is null and $everyoneId <> '') or ${readable(`${p}.section_id`)})`
}

/** The condition that the viewer can read the pages of a section. */
function readableSection(sectionId: string): string {
  return `exists (select 1 from section_access a
    where a.workspace_id = $workspaceId and a.section_id = ${sectionId} and ${appliesToViewer})`
}

/** The same for a store that lists the sections of the viewer in a table. */
function listedSection(sectionId: string): string {
  return `${sectionId} in (select section_id from ${viewerSections})`
}

/** The condition that the viewer can read the page `p`, for a statement with numbered parameters. */
export function readableCondition(p: string, numbers: ViewerValues): string {
  return visible(p).replaceAll(/\$(workspaceId|viewerId|everyoneId)/g, (_, name: string) =>
    name === 'workspaceId'
      ? numbers.workspaceId
      : name === 'viewerId'
        ? numbers.viewerId
        : numbers.everyoneId,
  )
}

/** The condition that the viewer can write on the page `p`. `$writesOpen`: whether the role lets them. */
function writable(p: string): string {
  return `((${p}.section_id is null and $writesOpen = 1) or exists (select 1 from section_access a
    where a.workspace_id = $workspaceId and a.section_id = ${p}.section_id and ${appliesToViewer}
      and (a.level >= ${levelNumbers.write} or (a.level = 0 and $writesOpen = 1))))`
}

/** The condition that the viewer can see the file `f`: on a readable page, or an own upload on no page yet. */
function visibleFile(f: string): string {
  return `(exists (select 1 from page_files l
    join pages lp on lp.workspace_id = l.workspace_id and lp.id = l.page_id
    where l.workspace_id = $workspaceId and l.file_id = ${f}.id and ${visible('lp')})
    or (${f}.created_by = $viewerId and not exists (select 1 from page_files l
      where l.workspace_id = $workspaceId and l.file_id = ${f}.id)))`
}

/** The condition that the viewer can see the delivery `d`, now, or in its section when its page or file is gone. */
function visibleDelivery(d: string): string {
  return `(exists (select 1 from pages dp
      where dp.workspace_id = $workspaceId and dp.id = ${d}.page_id and ${visible('dp')})
    or exists (select 1 from files df
      where df.workspace_id = $workspaceId and df.id = ${d}.file_id and ${visibleFile('df')})
    or (${visible(d)}
      and not exists (select 1 from pages dp where dp.workspace_id = $workspaceId and dp.id = ${d}.page_id)
      and not exists (select 1 from files df where df.workspace_id = $workspaceId and df.id = ${d}.file_id)))`
}

/** A statement with and without the condition. */
export type ViewedStatement<Row, Values extends NamedValues> = {
  readonly unfiltered: Statement<Row, Values & ViewerValues>
  readonly filtered: Statement<Row, Values & ViewerValues>
}

/**
 * `{visible p}` in the text becomes the condition that the viewer can read the page `p`, `{readable s.page_id}` that
 * the viewer can read a section, `{writable p}` that the viewer can write on the page `p`, `{visibleFile f}` that the
 * viewer can see the file `f`, and `{visibleDelivery d}` that the viewer can see the delivery `d` of a webhook.
 */
export function viewedStatement<Row, Values extends NamedValues>(
  name: string,
  sql: string,
  options: { isOneOff?: boolean } = {},
): ViewedStatement<Row, Values> {
  return {
    unfiltered: statement<Row, Values & ViewerValues>(name, () => unfilteredText(sql), options),
    filtered: statement<Row, Values & ViewerValues>(
      nameOfFiltered(name),
      () => filteredText(sql),
      options,
    ),
  }
}

/** The same for lists that check many pages or sections: see `OfListed`. */
export function viewedList<Row, Values extends NamedValues>(
  name: string,
  sql: string,
  options: { isOneOff?: boolean } = {},
): ViewedStatement<Row, Values> {
  const filtered = nameOfFiltered(name)
  const checking = (readable: (sectionId: string) => string) =>
    statement<Row, Values & ViewerValues>(filtered, () => withPages(sql, readable), options)
  const ofListed = { some: checking(listedSection), none: checking(() => 'false') }
  return {
    ...viewedStatement<Row, Values>(name, sql, options),
    filtered: statement<Row, Values & ViewerValues>(filtered, () => filteredText(sql), {
      ...options,
      ofListed,
    }),
  }
}

function nameOfFiltered(name: string): string {
  return `${name}.filtered`
}

function unfilteredText(sql: string): string {
  const conditions = /\{(?:visible|visibleFile|visibleDelivery|readable) [\w.]+\}/g
  return sql.replaceAll(conditions, 'true').replaceAll(/\{writable \w+\}/g, '$writesOpen = 1')
}

function filteredText(sql: string): string {
  return withPages(sql, readableSection)
    .replaceAll(/\{writable (\w+)\}/g, (_, alias: string) => writable(alias))
    .replaceAll(/\{visibleFile (\w+)\}/g, (_, alias: string) => visibleFile(alias))
    .replaceAll(/\{visibleDelivery (\w+)\}/g, (_, alias: string) => visibleDelivery(alias))
}

function withPages(sql: string, readable: (sectionId: string) => string): string {
  return sql
    .replaceAll(/\{visible (\w+)\}/g, (_, alias: string) => visible(alias, readable))
    .replaceAll(/\{readable ([\w.]+)\}/g, (_, sectionId: string) => readable(sectionId))
}

export async function allViewed<Row, Values extends NamedValues & { workspaceId: string }>(
  reader: Reader,
  viewer: Viewer,
  { unfiltered, filtered }: ViewedStatement<Row, Values>,
  values: Omit<Values, 'workspaceId'>,
): Promise<Row[]> {
  const given = { ...values, ...viewerValues(viewer) }
  // SAFETY: these are the values that the statement was declared with; one that is unfiltered ignores the others.
  const list = [given] as unknown as ValuesFor<NoInfer<Values & ViewerValues>>
  return reader.all(viewer.seesEverything ? unfiltered : filtered, ...list)
}

/** The same row by row. */
export function eachViewed<Row, Values extends NamedValues & { workspaceId: string }>(
  snapshot: Snapshot,
  viewer: Viewer,
  { unfiltered, filtered }: ViewedStatement<Row, Values>,
  values: Omit<Values, 'workspaceId'>,
): AsyncIterable<Row> {
  const given = { ...values, ...viewerValues(viewer) }
  // SAFETY: as in allViewed.
  const list = [given] as unknown as ValuesFor<NoInfer<Values & ViewerValues>>
  return snapshot.each(viewer.seesEverything ? unfiltered : filtered, ...list)
}

export async function getViewed<Row, Values extends NamedValues & { workspaceId: string }>(
  reader: Reader,
  viewer: Viewer,
  viewed: ViewedStatement<Row, Values>,
  values: Omit<Values, 'workspaceId'>,
): Promise<Row | undefined> {
  return (await allViewed(reader, viewer, viewed, values))[0]
}

const levelStatement = statement<
  { level: number },
  ViewerValues & { sectionId: string; openLevel: number }
>(
  'rights.level',
  `select coalesce(max(case when a.level = 0 then $openLevel else a.level end), 0) as "level"
   from section_access a
   where a.workspace_id = $workspaceId and a.section_id = $sectionId and ${appliesToViewer}`,
)

/** The level of the viewer on a page of the section; null is outside of sections. */
export async function levelIn(
  reader: Reader,
  viewer: Viewer,
  sectionId: string | null,
): Promise<number> {
  const { openLevel, seesEverything } = viewer
  if (sectionId === null || seesEverything) return levelFor(viewer, openLevel)
  const row = await reader.get(levelStatement, { ...viewerValues(viewer), sectionId, openLevel })
  return levelFor(viewer, row?.level ?? noLevel)
}

function levelFor({ maxLevel, proposes }: Viewer, granted: number): number {
  const level = Math.min(granted, maxLevel)
  return proposes === true && level === levelNumbers.propose ? levelNumbers.write : level
}

type LevelRow = { sectionId: string; level: number }
/** `list` is the JSON of `ids`. */
type LevelValues = ViewerValues & { ids: readonly string[]; list: string; openLevel: number }

const levelsName = 'rights.levels'
const listedLevels = statement<LevelRow, LevelValues>(
  levelsName,
  `select s.section_id as "sectionId", max(s.level, case when s.is_by_role = 1 then $openLevel else 0 end) as "level"
   from json_each($list) i cross join ${viewerSections} s on s.section_id = i.value`,
)
const levelsOf = (size: number) => ({
  size,
  statement: statement<LevelRow, LevelValues>(
    'rights.levels',
    `select a.section_id as "sectionId", max(case when a.level = 0 then $openLevel else a.level end) as "level"
     from section_access a
     where a.workspace_id = $workspaceId and a.section_id in ($ids[${size}]) and ${appliesToViewer}
     group by a.section_id`,
    { ofListed: { some: listedLevels, none: listedLevels } },
  ),
})
const levelsStatements = listSizes.map(levelsOf)

/** The level of the viewer in each of the sections; those without access are left out. */
export async function levelsIn(
  reader: Reader,
  viewer: Viewer,
  sectionIds: readonly string[],
): Promise<Map<string, number>> {
  const { openLevel, seesEverything } = viewer
  const levels = new Map<string, number>()
  for (let start = 0; start < sectionIds.length; start += maxListed) {
    const ids = sectionIds.slice(start, start + maxListed)
    const { statement: reading, list } = forList(levelsStatements, ids)
    const values = { ...viewerValues(viewer), ids: list, list: JSON.stringify(ids), openLevel }
    const rows = seesEverything
      ? ids.map((sectionId) => ({ sectionId, level: openLevel }))
      : await reader.all(reading, values)
    for (const { sectionId, level } of rows) levels.set(sectionId, levelFor(viewer, level))
  }
  return levels
}

/** The row of a page if the viewer can read it, with the level of the viewer. */
export async function readable<Row extends { sectionId: string | null }>(
  reader: Reader,
  viewer: Viewer,
  row: Row | undefined,
): Promise<(Row & { level: number }) | undefined> {
  if (row === undefined) return undefined
  const level = await levelIn(reader, viewer, row.sectionId)
  return level === noLevel ? undefined : { ...row, level }
}

const readableStatement = statement<{ sectionId: string }, ViewerValues>(
  'rights.readableSections',
  `select distinct a.section_id as "sectionId" from section_access a
   where a.workspace_id = $workspaceId and ${appliesToViewer} order by 1`,
)

/** The IDs of all sections that the viewer can read. */
export async function readableSections(reader: Reader, viewer: Viewer): Promise<string[]> {
  const rows = await reader.all(readableStatement, viewerValues(viewer))
  return rows.map(({ sectionId }) => sectionId)
}

const readableOfStatements = listSizes.map((size) => ({
  size,
  statement: statement<{ sectionId: string }, ViewerValues & { ids: readonly string[] }>(
    'rights.readableOf',
    `select distinct a.section_id as "sectionId" from section_access a
     where a.workspace_id = $workspaceId and a.section_id in ($ids[${size}]) and ${appliesToViewer}`,
  ),
}))

/** Which of the sections the viewer can read. */
export async function readableOf(
  reader: Reader,
  viewer: Viewer,
  sectionIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let start = 0; start < sectionIds.length; start += maxListed) {
    const some = sectionIds.slice(start, start + maxListed)
    const { statement: reading, list } = forList(readableOfStatements, some)
    const rows = await reader.all(reading, { ...viewerValues(viewer), ids: list })
    for (const { sectionId } of rows) found.add(sectionId)
  }
  return found
}

/** What everyone in a workspace can read, with the sections granted to a webhook or a chat subscription. */
export function principalViewer(
  workspaceId: string,
  principalId: string,
  { rightsVersion, isShared = false }: { rightsVersion: number; isShared?: boolean },
): Viewer {
  return {
    workspaceId,
    viewerId: principalId,
    everyoneId: isShared ? '' : workspaceId,
    openLevel: isShared ? noLevel : levelNumbers.read,
    maxLevel: levelNumbers.read,
    seesEverything: !isShared && rightsVersion === 0,
  }
}
