import { levelIn, sectionLists } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { type Level, levelName } from '../../rights/levels.ts'

export type SharedPage = sectionLists.SharedRow & { level: Level }

/** Readable sections below a page that the caller cannot read, by ID. */
export async function listShared(
  { store, viewer }: WorkspaceContext,
  part: { after: string; limit: number },
): Promise<SharedPage[]> {
  const rows = await sectionLists.shared(store, viewer, part)
  return Promise.all(
    rows.map(async (row) => ({ ...row, level: levelName(await levelIn(store, viewer, row.id)) })),
  )
}
