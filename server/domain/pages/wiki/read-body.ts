import type { WorkspaceContext } from '../../context.ts'
import type { PreparedContent } from '../../document/tasks.ts'
import { fromWiki, splitText } from '../../document/wiki-text.ts'
import { requirePage } from '../tree.ts'
import { findAddresses } from './read-wiki.ts'

/** A new body of a page, which stays a board if it is one, and the YAML of the front matter before it. */
export type WikiPage = { content: PreparedContent; yaml: string | null }

/** Reads Markdown with wikilinks and front matter. Throws PAGE_NOT_FOUND or VALIDATION_FAILED. */
export async function readBody(
  context: WorkspaceContext,
  pageId: string,
  text: string,
): Promise<WikiPage> {
  const { type, parentId } = await requirePage(context.store, context.viewer, pageId)
  const { body: markdown, properties } = await splitText(context.content, text)
  const addresses = await findAddresses(context, markdown, { parentId })
  const content = await fromWiki(context.content, { markdown, addresses, type }, '/markdown')
  return { content, yaml: properties }
}
