import { parseJson } from '../../../lib/json/parse-json.ts'
import { history, type pages, type steps } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { versionConflict } from '../tree.ts'
import { isContiguous, readRows } from './body.ts'

/** The properties of a page at an older version. Throws VERSION_CONFLICT if they are not known any more. */
export async function propertiesAt(
  { store }: WorkspaceContext,
  page: pages.PageRow,
  version: number,
): Promise<string | null> {
  if (version === page.version) return page.properties
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  const recorded = await history.atOrBefore(store, address, version)
  const stored = recorded === undefined ? undefined : await history.read(store, address, recorded)
  if (stored === undefined || stored.version > version || version > page.version) {
    throw versionConflict(page.version, version)
  }
  const rows = await readRows(store, address, stored.version, version)
  if (!isContiguous(rows, stored.version, version)) throw versionConflict(page.version, version)
  return rows.reduce(afterChange, stored.properties)
}

/** The changes since a version with the properties after each; none if the journal does not go back that far. */
export async function propertiesSince(
  { store }: WorkspaceContext,
  page: pages.PageRow,
  { version, properties }: { version: number; properties: string | null },
): Promise<{ rows: steps.StepsRow[]; properties: (string | null)[] }> {
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  const rows = await readRows(store, address, version)
  if (!isContiguous(rows, version, page.version)) return { rows: [], properties: [] }
  let now = properties
  return { rows, properties: rows.map((row) => (now = afterChange(now, row))) }
}

/** The properties after a change of the journal. */
function afterChange(before: string | null, { notes }: steps.StepsRow): string | null {
  const noted: unknown = notes === null ? undefined : parseJson(notes)
  const { fields } = Object(noted)
  const value: unknown = Object(fields).properties
  return typeof value === 'string' || value === null ? value : before
}
