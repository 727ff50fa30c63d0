import { imageTypes } from '../lib/vocabulary.ts'
import type { Context } from './context.ts'
import { requireFile } from './files.ts'
import { createPage } from './pages.ts'

export type PageFromFile = {
  workspaceId: string
  parentId: string | null
  fileId: string
  title?: string
}

/** A page that shows a file which is in the workspace already, and has it attached. */
export async function createPageFromFile(context: Context, input: PageFromFile): Promise<string> {
  const { workspaceId, parentId, fileId } = input
  const file = await requireFile(context.store, workspaceId, fileId)
  const title = input.title ?? Array.from(file.name).slice(0, 255).join('')
  const page = { workspaceId, parentId, title, ownership: 'TEXT' as const }
  const markdown = `${imageTypes.includes(file.mimeType) ? '!' : ''}[${linkText(file.name)}](/files/${fileId})`
  return createPage(context, { ...page, markdown, attachments: [fileId] })
}

function linkText(name: string): string {
  return name.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]`*_<>&!$~|]/g, String.raw`\$&`)
}
