import { readPage } from '../../lib/page-query.ts'
import { wouldLoop } from './loops.ts'
import { t } from './messages.ts'

type PageIds = { workspaceId: string; pageId: string }

/** Why a page cannot show another one; undefined if it can. */
export async function refuseEmbed(
  { workspaceId, pageId }: PageIds,
  embeddedId: string,
): Promise<string | undefined> {
  const read = (id: string) =>
    readPage(workspaceId, id).then(
      ({ content }) => content,
      () => undefined,
    )
  return (await wouldLoop(pageId, embeddedId, read)) ? t.embedsItself : undefined
}
