import { type Transaction, wantedLinks } from '../../store/index.ts'

/** Who wrote links, and how. */
type LinkAuthor = {
  userId: string
  via: string
  keyId?: string | undefined
  run?: { id: string } | undefined
}

/** Notes the wikilinks of a page that name no page yet. They become links when there is one. */
export async function wantPages(
  transaction: Transaction,
  { userId: authorId, via, keyId, run }: LinkAuthor,
  page: { workspaceId: string; pageId: string },
  names: readonly string[] = [],
): Promise<void> {
  if (names.length === 0) return
  const author = { authorId, via, keyId: keyId ?? null, runId: run?.id ?? null }
  const links = names.map((name) => ({ name, title: titleOf(name), ...author }))
  await wantedLinks.put(transaction, page, links)
}

/** The last title of a path. */
function titleOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).trim()
}
