import type { Report, Session } from '../command.ts'
import { row } from '../text.ts'

export async function listWorkspaces({ client }: Session): Promise<Report> {
  const { workspaces } = await client.workspaces.list()
  const text = workspaces.map(({ slug, name, role, id }) => row(slug, name, role, id)).join('\n')
  return { text, json: { workspaces } }
}
