import { files, pages } from '../store/index.ts'
import type { Context } from './context.ts'
import { enterWorkspace } from './people/access.ts'
import { listOwnWorkspaces } from './people/workspaces.ts'

export type Examples = { workspace?: string; page?: string; file?: string }

/** Something of the caller's own to try operations on: a workspace, its newest page and its newest file. */
export async function findExamples(context: Context): Promise<Examples> {
  const [workspace] = await listOwnWorkspaces(context)
  if (workspace === undefined) return {}
  const { store, viewer } = await enterWorkspace(context, workspace.id, 'read')
  const page = await pages.newest(store, viewer)
  const [file] = await files.list(store, viewer, { limit: 1, offset: 0 })
  return {
    workspace: workspace.id,
    ...(page === undefined ? {} : { page }),
    ...(file === undefined ? {} : { file: file.id }),
  }
}
