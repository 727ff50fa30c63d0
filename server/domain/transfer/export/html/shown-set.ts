import type { Reader, Viewer } from '../../../../store/index.ts'
import type { Context } from '../../../context.ts'
import type { PublicPage } from '../../../document/public/public-page.ts'
import { languageOfUser } from '../../../people/language.ts'
import type { ShownPages } from '../../../sharing/sites/open-site.ts'
import { readBody } from '../../../sharing/sites/site-body.ts'
import type { ShownPage } from '../../../sharing/sites/site-pages.ts'
import { labelsOf, siteTexts } from '../../../sharing/sites/texts.ts'
import type { PageTree } from './tree.ts'

type Exported = {
  workspaceId: string
  viewer: Viewer
  rootId: string | undefined
  tree: PageTree
  /** The address of a file on every page; undefined for none. */
  addressOf: (fileId: string) => string | undefined
}

/** The pages of an export, in the rights of its reader and in the language of the caller. */
export async function shownSet(
  { caller }: Context,
  reader: Reader,
  { workspaceId, viewer, rootId, tree, addressOf }: Exported,
): Promise<ShownPages> {
  const { tag } = await languageOfUser(reader, caller.userId)
  return {
    viewer,
    texts: await siteTexts(tag),
    basePath: '.',
    pages: tree,
    row: { workspaceId, pageId: rootId },
    fileAddresses: async (_pageId, ids) =>
      new Map(
        ids.flatMap((id): [string, string][] => {
          const address = addressOf(id)
          return address === undefined ? [] : [[id, address]]
        }),
      ),
  }
}

const emptyDocument = '{"type":"doc","content":[]}'

/** The body of a page as HTML, with the addresses of what it links to. */
export async function renderBody(
  context: Context,
  set: ShownPages,
  { id, title }: ShownPage,
  reader: Reader,
): Promise<{ rendered: PublicPage; addresses: Readonly<Record<string, string>> }> {
  const body = await readBody(context, set, id, reader)
  const addresses: Record<string, string> = body?.addresses ?? {}
  const empty = { document: emptyDocument, addresses, origins: [], keepsLineBreaks: false }
  const found = body ?? { id, title, ...empty }
  const { texts } = set
  const source = { ...found, language: texts.language, labels: labelsOf(texts) }
  return { rendered: await context.content.sitePage(source), addresses }
}
