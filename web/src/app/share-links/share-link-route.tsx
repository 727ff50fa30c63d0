import { useCallback, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { storeOpenTexts } from '../../lib/drafts/open-text.ts'
import { deleteEndedVisitors, rememberVisitor } from '../../lib/drafts/visitors.ts'
import { isCode } from '../../lib/errors.ts'
import { WorkspaceProvider } from '../../lib/workspace.tsx'
import { Logo } from '../../ui/logo.tsx'
import { HeaderSlot, HeaderSlotProvider } from '../../ui/screens/header-slot.tsx'
import { PageSkeleton } from '../../ui/screens/page-skeleton.tsx'
import { LinkEnded } from '../../visitors/link-ended.tsx'
import { NameForm, PasswordScreen } from '../../visitors/link-forms.tsx'
import { LinkPages } from '../../visitors/link-pages.tsx'
import { useOpenedLink, useVisitorSession, type Visitor } from '../../visitors/opened-link.ts'
import { Dialogs } from '../dialogs/dialogs.tsx'
import type { EndedLink } from './ended-link.ts'
import { type ReadUnsent, VisitedPage } from './visited-page.tsx'
import classes from '../../visitors/visitors.module.css'

/** What a share link leads to: a page and those below it, for people without an account. */
export function ShareLinkRoute() {
  const { data, error } = useOpenedLink()
  const { linkId = '' } = useParams()
  const [shown, setShown] = useState<Visitor>()
  const unsent = useRef<ReadUnsent>(undefined)
  const keepUnsent = useCallback((read: ReadUnsent) => {
    unsent.current = read
  }, [])
  const userId = shown?.userId ?? null
  const [ended, setEnded] = useState<EndedLink>()
  const isRefused = isCode(error, 'LINK_INVALID') || isCode(error, 'VALIDATION_FAILED')
  const isOver = isRefused || (shown !== undefined && data?.needsPassword === true)
  const ownPage = data?.page?.pageId
  useEffect(() => {
    if (ownPage !== undefined) location.replace(`/pages/${ownPage}`)
  }, [ownPage])
  if (data?.visitor && data.visitor !== shown) setShown(data.visitor)
  useEffect(() => {
    if (!isOver) return
    const end = async () => {
      const [text] = await Promise.all([unsent.current?.(), storeOpenTexts()])
      const { endLink } = await import('./ended-link.ts')
      setEnded(await endLink({ linkId, userId, open: text }))
    }
    void end()
  }, [isOver, linkId, userId])
  useEffect(() => {
    if (userId !== null) void rememberVisitor(linkId, userId).catch(() => undefined)
  }, [linkId, userId])
  useEffect(() => void deleteEndedVisitors().catch(() => undefined), [])
  if (ended !== undefined) return <LinkEnded {...ended} />
  if (shown !== undefined) return <LinkFrame visitor={shown} keepUnsent={keepUnsent} />
  if (data?.needsPassword === true) return <PasswordScreen />
  return <PageSkeleton />
}

type FrameProps = { visitor: Visitor; keepUnsent: (read: ReadUnsent) => void }

function LinkFrame({ visitor, keepUnsent }: FrameProps) {
  const { pageId = visitor.pageId } = useParams()
  const isReady = useVisitorSession(visitor)
  const { workspaceId, level, userId } = visitor
  if (!isReady) return <PageSkeleton />
  return (
    <WorkspaceProvider none={null}>
      <HeaderSlotProvider>
        <Dialogs />
        <div className={classes['screen']}>
          <header className={classes['bar']}>
            <Logo size={24} />
            <HeaderSlot className={classes['actions']} />
          </header>
          <LinkPages workspaceId={workspaceId} pageId={pageId} />
          <main
            className={`${classes['main']} ${visitor.keepsLineBreaks ? 'keeps-line-breaks' : ''}`}
          >
            {userId === null && level !== 'read' && <NameForm level={level} />}
            <VisitedPage
              key={`${pageId} ${level} ${userId}`}
              {...{ visitor, pageId, keepUnsent }}
            />
          </main>
        </div>
      </HeaderSlotProvider>
    </WorkspaceProvider>
  )
}
