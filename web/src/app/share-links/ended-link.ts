import { forgetUnstored, listTexts } from '../../lib/drafts/text-drafts.ts'
import { markdownOfText } from '../../lib/drafts/text-markdown.ts'
import { deleteDraftsOf, endVisitors } from '../../lib/drafts/visitors.ts'
import { markdownOf } from '../../lib/markdown.ts'
import { browserDrafts } from '../../pages/saving/drafts.ts'

/** What visitors of a link wrote in this browser and the server has not got. */
export type EndedLink = { unsent: string; comments: string; forget: () => void }

type Ended = {
  linkId: string
  /** The visitor who was here until now, and the text of their page, if something of it is not saved. */
  userId: string | null
  open: string | undefined
}

/** Reads what visitors of a link wrote in this browser, and notes that the link has ended. */
export async function endLink({ linkId, userId, open }: Ended): Promise<EndedLink> {
  // A browser without a database knows only who is here.
  const stored = await endVisitors(linkId).catch(() => [])
  const userIds = [...new Set([...stored, ...(userId === null ? [] : [userId])])]
  const [pages, texts] = await Promise.all([
    Promise.all(userIds.map((one) => browserDrafts(one).list())).catch(() => []),
    Promise.all(userIds.map(listTexts)),
  ])
  const drafts = await Promise.all(pages.flat().map(({ draft }) => markdownOf(draft.mine)))
  const comments = await Promise.all(texts.flat().map(({ draft }) => markdownOfText(draft)))
  return {
    unsent: open ?? drafts.join('\n\n'),
    comments: comments.join('\n\n'),
    forget: () => {
      forgetUnstored()
      void deleteDraftsOf(userIds).catch(() => undefined)
    },
  }
}
