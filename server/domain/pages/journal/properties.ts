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

/** The properties after a change of the journal. */
function afterChange(before: string | null, { notes }: steps.StepsRow): string | null {
  const noted: unknown = notes === null ? undefined : parseJson(notes)
  const { fields } = Object(noted)
  const value: unknown = Object(fields).properties
  return typeof value === 'string' || value === null ? value : before
}
