import { nameInMail } from '../../../lib/plain-names.ts'
import {
  type Reader,
  sectionLists,
  type sections,
  systemViewer,
  trash,
  users,
} from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import { mailMessages } from '../../mails/messages.ts'
import { languageOfUser } from '../../people/language.ts'

/** What happened to a section, for the people who manage it. */
export type SectionNotice = {
  what: 'handed over' | 'deleted'
  title: string
  pageId: string
  managers: sectionLists.ManagerRow[]
}

/** Reads who manages a section. A change may end their access, so read it before. */
export async function noticeOf(
  reader: Reader,
  { workspaceId, sectionId }: sections.SectionAddress,
  what: SectionNotice['what'],
): Promise<SectionNotice> {
  const page = await trash.get(reader, systemViewer(workspaceId), sectionId)
  const managers = await sectionLists.managers(reader, { workspaceId, sectionId })
  return { what, title: page?.title ?? '', pageId: sectionId, managers }
}

/** Mails the managers except the caller, after the answer: how long it takes reveals nothing. */
export function mailNotices(context: Context, notices: readonly SectionNotice[]): void {
  if (context.integrations.mail === undefined || notices.length === 0) return
  sendAll(context, notices).catch((error: unknown) => context.caller.browser?.report(error))
}

async function sendAll(
  { store, caller, integrations }: Context,
  notices: readonly SectionNotice[],
): Promise<void> {
  const { mail, baseUrl } = integrations
  const by = await users.byId(store, caller.userId)
  const actor = nameInMail(`${by?.firstName ?? ''} ${by?.lastName ?? ''}`.trim())
  for (const { what, title, pageId, managers } of notices) {
    const [page, url] = [nameInMail(title), `${baseUrl}/pages/${pageId}`]
    for (const { id, email } of managers.filter((manager) => manager.id !== caller.userId)) {
      const texts = mailMessages.in(await languageOfUser(store, id))
      const values = { actor, page, url }
      const [subject, text] =
        what === 'deleted'
          ? [texts.pageDeletedSubject({ page }), texts.pageDeleted(values)]
          : [texts.newManagerSubject({ page }), texts.newManager(values)]
      await mail?.send({ to: email, subject, text })
    }
  }
}
