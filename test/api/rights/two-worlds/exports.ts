import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireMember } from '../../../../server/domain/people/access.ts'
import { exportWorkspace } from '../../../../server/domain/transfer/export/export.ts'
import { readFolder } from '../../../cli/folders.ts'
import type { Person } from '../../../support/people.ts'
import { contextOf, type TestServer } from '../../../support/server.ts'

/** The report and the files of an export of what a person can read. */
export async function exportFor(
  quire: TestServer,
  { userId }: Pick<Person, 'userId'>,
): Promise<[name: string, content: unknown][]> {
  const { workspaceId } = quire
  const folder = await mkdtemp(join(tmpdir(), 'quire-world-'))
  const context = contextOf(quire, { userId, via: 'cli' })
  const viewer = await requireMember(context, workspaceId, 'read')
  try {
    const report = await exportWorkspace(context, { folder, workspaceId, viewer })
    return [['report', report], ...Object.entries(await readFolder(folder))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
