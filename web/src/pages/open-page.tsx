import { Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { boardOf, pageOf } from '../../../content/board.ts'
import { isNewPage } from '../lib/new-page.ts'
import type { PageBodyProps, Quote } from '../lib/page-body.ts'
import type { OpenedPage } from '../lib/page-query.ts'
import { Ago } from '../ui/ago.tsx'
import { PageText } from '../ui/page-text.tsx'
import { useTitle } from '../ui/screens/screen.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { Outline } from './outline.tsx'
import { PageBar } from './page-bar.tsx'
import { PageHead } from './page-head.tsx'
import { PageMenu } from './page-menu.tsx'
import { useDecision } from './use-decision.ts'
import { useFailureActions } from './use-failure-actions.ts'
import { useOutline } from './use-outline.ts'
import { usePageModel } from './use-page-model.ts'
import type { PageKind, PageModel } from './use-page-model.ts'
import { useTrash } from './use-trash.ts'
import './page.css'

export type Bodies = Readonly<Record<PageKind, ComponentType<PageBodyProps>>>

/** What stands beside a page and speaks about it: its comments. */
export type Beside = {
  /** A button of the bar above. */
  Button: ComponentType<BesideProps>
  Panel: ComponentType<BesideProps>
}

export type BesideProps = {
  workspaceId: string
  pageId: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** The text that the person wants to say something about. */
  quote: Quote | undefined
  forgetQuote: () => void
}

type Props = { workspaceId: string; page: OpenedPage; bodies: Bodies; beside?: Beside | undefined }

/** One page: read by everybody, written where it stands by those who may. */
export function OpenPage({ workspaceId, page, bodies, beside }: Props) {
  const model = usePageModel(workspaceId, page)
  const isEditable = page.role !== 'VIEWER'
  const place = { workspaceId, pageId: page.id }
  const [isWide, setWide] = useLocalStorage({ key: 'quire.wide', defaultValue: false })
  const article = useRef<HTMLElement>(null)
  const titleField = useRef<HTMLTextAreaElement>(null)
  useNewTitle(titleField)
  const outline = useOutline(article)
  const trash = useTrash(workspaceId, page)
  const aside = useBeside(place)
  useTitle(model.fields.title || 'Untitled')
  const { status } = model
  const decision = useDecision(model)
  const help = useFailureActions(place, model)
  const actions = status.kind === 'failed' && isEditable ? help[status.reason] : []
  return (
    <div className="page" data-wide={isWide || model.kind === 'KANBAN'} data-aside={aside.isOpen}>
      <PageBar
        {...{ workspaceId, page, model, isEditable, outline, article }}
        decide={decision.open}
        help={actions[0]}
      >
        {beside !== undefined && <beside.Button {...aside} />}
        <PageMenu
          place={place}
          kind={model.kind}
          isEditable={isEditable}
          isWide={isWide}
          toggleWide={() => setWide(!isWide)}
          flush={() => model.saver.flush()}
          turn={() => model.replaceContent(turned(model))}
          trash={() => void trash()}
        />
      </PageBar>
      <article ref={article} className="page-article">
        {status.kind === 'conflict' && (
          <div role="alert" className="page-conflict">
            Somebody else changed the same part of this page. Until you decide what stays, your
            changes of that part are kept in this browser only; everything else is saved.
          </div>
        )}
        {status.kind === 'failed' && (
          <FailureNotice {...{ status, actions }} hasUnsent={model.saver.hasUnsent} />
        )}
        <PageHead
          fields={model.fields}
          isEditable={isEditable}
          titleField={titleField}
          change={model.change}
          goOn={model.focusBody}
        />
        <Text size="xs" c="dimmed" className="page-changed">
          Edited <Ago at={model.updated.at} /> by {model.updated.by}
        </Text>
        <Body
          {...place}
          bodies={bodies}
          kind={model.kind}
          content={model.content}
          isEditable={isEditable}
          changed={model.changed}
          attach={model.body}
          whenReady={model.bodyIsReady}
          onComment={beside && aside.comment}
        />
      </article>
      {outline.length > 1 && !aside.isOpen && (
        <aside className="page-outline">
          <Outline entries={outline} article={article} />
        </aside>
      )}
      {beside !== undefined && aside.isOpen && <beside.Panel {...aside} />}
      {decision.conflict !== undefined && (
        <ConflictDialog
          conflict={decision.conflict}
          close={decision.close}
          resolve={decision.resolve}
        />
      )}
    </div>
  )
}

function turned(model: PageModel) {
  const { content } = model.read()
  return model.kind === 'TEXT' ? boardOf(content) : pageOf(content)
}

type BodyProps = Omit<PageBodyProps, 'ref' | 'ready'> & {
  bodies: Bodies
  kind: PageKind
  attach: PageModel['body']
  whenReady: () => void
}

/** The page to read at once, and in its place, as soon as it has come, what it is written with. */
function Body({ bodies, kind, attach, whenReady, ...shown }: BodyProps): ReactNode {
  const Shown = bodies[kind]
  const [isReady, setReady] = useState(false)
  const ready = useCallback(() => setReady(true), [])
  useEffect(() => {
    if (isReady) whenReady()
  }, [isReady, whenReady])
  return (
    <>
      {!isReady && <PageText content={shown.content} />}
      <Suspense>
        <Shown key={`${kind} ${shown.isEditable}`} {...shown} ref={attach} ready={ready} />
      </Suspense>
    </>
  )
}

/** A page that was just made begins with its title; coming back to it does not. */
function useNewTitle(field: RefObject<HTMLTextAreaElement | null>): void {
  const { state } = useLocation()
  const isNew = isNewPage(state)
  useEffect(() => {
    if (!isNew || field.current === null) return
    const { value } = field.current
    field.current.focus()
    field.current.setSelectionRange(value === 'Untitled' ? 0 : value.length, value.length)
    history.replaceState({ ...history.state, usr: null }, '')
  }, [isNew, field])
}

/** What stands beside the page, and the text it is to speak about. */
function useBeside(place: { workspaceId: string; pageId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [quote, setQuote] = useState<Quote>()
  return {
    ...place,
    isOpen,
    setOpen,
    quote,
    forgetQuote: () => setQuote(undefined),
    comment: (said: Quote) => {
      setQuote(said)
      setOpen(true)
    },
  }
}
