import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { PageDocument } from '../../../../content/document.ts'
import { embeddedPart } from '../../../../content/links/embedded-part.ts'
import { isCode } from '../../lib/errors.ts'
import { readPage } from '../../lib/page-query.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { PageText } from '../../ui/page-text.tsx'
import { t } from './messages.ts'
import { type Slot, slotsOf } from './slots.ts'
import './embeds.css'

type Props = { editor: Editor; workspaceId: string; pageId: string }

/** Draws the pages that are embedded in the text, as their readers may see them. */
export function PageEmbeds({ editor, workspaceId, pageId }: Props) {
  const slots = slotsOf(editor)
  const list = useSyncExternalStore(slots.subscribe, slots.list)
  return list.map((slot, index) =>
    // A page inside itself would show itself without end.
    slot.pageId.toLowerCase() === pageId ? null : (
      // oxlint-disable-next-line react/no-array-index-key -- a slot has its element, not a name
      <Embedded key={`${slot.pageId} ${slot.anchor} ${index}`} {...{ slot, workspaceId }} />
    ),
  )
}

function Embedded({ slot, workspaceId }: { slot: Slot; workspaceId: string }) {
  const { pageId, anchor, element, setTitle } = slot
  const { data: page, error } = useQuery({
    // With the ID of the page, so that it is read again when the page changes.
    queryKey: ['pages', 'embedded', workspaceId, pageId.toLowerCase()],
    queryFn: ({ signal }) => readPage(workspaceId, pageId, signal),
    retry: false,
  })
  const readable = error === null ? page : undefined
  const part = useMemo(
    () => (readable === undefined ? undefined : embeddedPart(readable.content, anchor)),
    [readable, anchor],
  )
  const title = readable === undefined ? undefined : displayTitle(readable.title)
  useEffect(() => setTitle(title), [setTitle, title])
  if (isCode(error, 'PAGE_NOT_FOUND')) return createPortal(<Note>{t.notReadable}</Note>, element)
  if (readable === undefined) return null
  return createPortal(
    part === undefined ? <Note>{t.partMissing}</Note> : <Part part={part} />,
    element,
  )
}

function Note({ children }: { children: string }) {
  return <p className="page-embed-note">{children}</p>
}

/** Pages with more blocks are cut: a page may embed many. */
const maxBlocks = 300

function Part({ part }: { part: PageDocument }) {
  const element = useRef<HTMLDivElement>(null)
  const isCut = part.content.length > maxBlocks
  const shown = useMemo(
    () => (isCut ? { ...part, content: part.content.slice(0, maxBlocks) } : part),
    [part, isCut],
  )
  useEffect(() => nameTasks(element.current))
  return (
    <div ref={element}>
      <PageText content={shown} />
      {isCut && <Note>{t.cut}</Note>}
    </div>
  )
}

/** Screen readers read the task with its box. */
function nameTasks(element: HTMLElement | null): void {
  for (const box of element?.querySelectorAll('li input[type="checkbox"]') ?? []) {
    const text = box.closest('li')?.textContent.trim() ?? ''
    box.setAttribute('aria-label', text === '' ? t.task : text)
  }
}
