import { skillFiles, type skillVersions } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { pageDigest } from './folder.ts'
import type { Plan, PlannedFile } from './plan.ts'

type Published = Pick<skillVersions.VersionDetails, 'version' | 'title'>

/** Whether a draft differs from a version: in its title, its paths, its files or the text of a page. */
export async function differs(
  context: WorkspaceContext,
  plan: Plan,
  { version, title }: Published,
): Promise<boolean> {
  const { workspaceId, id: pageId } = plan.main
  const rows = await skillFiles.list(context.store, { workspaceId, pageId, version })
  if (title !== plan.main.title || rows.length !== plan.pages.length + plan.files.length)
    return true
  const byPath = new Map(rows.map((row) => [row.path, row]))
  if (plan.files.some((file) => isOther(file, byPath.get(file.path)))) return true
  if (plan.pages.some(({ id, path }) => byPath.get(path)?.sourceId !== id)) return true
  for (const page of plan.pages) {
    const row = byPath.get(page.path)
    // An icon and a cover change the version of a page, and not its file.
    if (row?.sourceVersion === page.version) continue
    if (row?.sha256 !== (await pageDigest(context, plan, page))) return true
  }
  return false
}

function isOther(file: PlannedFile, row: skillFiles.FileRow | undefined): boolean {
  if (row?.fileId !== file.fileId || row.sha256 !== file.sha256) return true
  return file.isExecutable !== undefined && file.isExecutable !== (row.isExecutable === 1)
}
