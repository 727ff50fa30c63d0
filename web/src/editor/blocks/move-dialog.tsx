import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import type { FoundPage } from '../editor-host.ts'
import { pageRequests } from '../insert/page-requests.ts'
import type { BlockRange } from './block-range.ts'
import { t } from './messages.ts'
import { moveToPage } from './move-to-page.ts'

type Props = {
  editor: Editor
  workspaceId: string
  pageId: string
  range: BlockRange
  close: () => void
}

const listId = 'move-to-page'
/** Milliseconds without a letter before pages are searched. */
const pause = 150

/** Asks which page the blocks move to. */
export function MoveDialog({ editor, workspaceId, pageId, range, close }: Props) {
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), pause)
  const [selected, setSelected] = useState(0)
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['pages', 'move-target', workspaceId, query],
    queryFn: ({ signal }) => pageRequests({ workspaceId, pageId }).findPages(query, signal),
  })
  const pages = found.filter(({ id }) => id !== pageId)
  const choose = (page: FoundPage | undefined) => {
    if (page === undefined) return
    close()
    editor.commands.focus()
    void moveToPage(editor, range, workspaceId, page)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') choose(pages[selected])
    else if (step !== 0) setSelected((selected + step + pages.length) % Math.max(1, pages.length))
    else return
    event.preventDefault()
  }
  return (
    <OpenedModal onClose={close} title={t.moveTitle}>
      <TextInput
        data-autofocus
        type="search"
        role="combobox"
        aria-label={t.searchPages}
        aria-controls={listId}
        aria-expanded={pages.length > 0}
        aria-activedescendant={pages.length > 0 ? `${listId}-${selected}` : undefined}
        dir="auto"
        placeholder={t.searchPages}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} className="move-targets" role="listbox" aria-label={t.pages} tabIndex={-1}>
        {pages.map((page, index) => (
          <div
            key={page.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(page)
            }}
          >
            <span aria-hidden>{page.icon ?? '📄'}</span>
            <span className="move-target" dir="auto">
              {page.title || t.untitledPage}
            </span>
          </div>
        ))}
      </div>
      {pages.length === 0 && !isFetching && <p className="move-none">{t.noPages}</p>}
    </OpenedModal>
  )
}
