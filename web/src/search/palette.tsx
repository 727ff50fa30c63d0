import { Kbd, Loader, Modal, Text, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../lib/client.ts'
import { messageOf } from '../lib/errors.ts'
import { asNew } from '../lib/new-page.ts'
import { useRecent } from '../lib/recent.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { showFailure } from '../ui/undo.tsx'
import { listOptions, type Option } from './options.ts'
import { PaletteOption } from './palette-option.tsx'
import { useSearch } from './use-search.ts'
import classes from './search.module.css'

type Props = { opened: boolean; onClose: () => void }

/** Search from anywhere: results while one types, everything by keyboard. */
export function SearchPalette({ opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={640}
      padding={0}
      transitionProps={{ duration: 80 }}
      title={<VisuallyHidden>Search</VisuallyHidden>}
      classNames={{ header: classes['paletteHeader'] ?? '' }}
    >
      {/* Begins anew each time it is opened. */}
      {opened && <Palette onClose={onClose} />}
    </Modal>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const { workspace } = useWorkspace()
  const { canWrite } = useRights()
  const navigate = useNavigate()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  // At once: what is typed right after the keys that opened it belongs in here.
  useEffect(() => field.current?.focus(), [])
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const found = useSearch({ workspaceId: workspace.id, query: typed, k: 8 })
  const recent = useRecent(workspace.id).data?.pages ?? []
  const options = listOptions(recent, { ...found, canWrite })
  const current = options[Math.min(active, options.length - 1)]

  const goTo = (path: string, inTab: boolean, state?: object) => {
    if (inTab) window.open(path, '_blank', 'noopener')
    else void navigate(path, { state })
    onClose()
  }
  const choose = async (option: Option, inTab = false) => {
    if (option.kind === 'page') return goTo(`/pages/${option.pageId}`, inTab)
    if (option.kind === 'all') return goTo(`/search?q=${encodeURIComponent(typed.trim())}`, inTab)
    try {
      const { title } = option
      const { pageId } = await client.pages.create({ workspaceId: workspace.id, title })
      goTo(`/pages/${pageId}`, inTab, asNew)
    } catch (error) {
      showFailure('The page was not created', error)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const count = options.length
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 + count }
    const next = moves[event.key]
    if (next !== undefined && count > 0) setActive(next % count)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && current !== undefined) {
      void choose(current, event.metaKey || event.ctrlKey)
    } else return
    event.preventDefault()
  }

  return (
    <>
      <div className={classes['field']}>
        <IconSearch size={18} aria-hidden />
        <input
          ref={field}
          className={classes['input']}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          placeholder="Search pages"
          data-autofocus
          maxLength={500}
          role="combobox"
          aria-label="Search pages"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : `${listId}-${current.id}`}
          autoComplete="off"
          spellCheck={false}
        />
        {!found.isSettled && typed !== '' && <Loader size={16} aria-hidden />}
      </div>
      <Note {...found} typed={typed} count={options.length} />
      <div id={listId} role="listbox" aria-label="Results" className={classes['list']}>
        {options.map((option, index) => (
          <PaletteOption
            key={option.id}
            id={`${listId}-${option.id}`}
            option={option}
            query={found.query}
            isActive={option === current}
            onHover={() => setActive(index)}
            onChoose={(inTab) => void choose(option, inTab)}
          />
        ))}
      </div>
      <div className={classes['foot']}>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> choose
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> open
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> close
        </span>
      </div>
    </>
  )
}

type NoteProps = {
  typed: string
  query: string
  hits: readonly unknown[]
  isSettled: boolean
  error: unknown
  count: number
}

/** What there is, in words, also for those who do not see the list. */
function Note({ typed, query, hits, isSettled, error, count }: NoteProps) {
  const text = () => {
    if (error !== null) return messageOf(error)
    if (typed.trim() === '') return count > 0 ? 'Recent pages' : 'Type to search all pages.'
    if (!isSettled && hits.length === 0) return 'Searching…'
    if (hits.length === 0) return `No page matches “${query}”. Try fewer or other words.`
    return `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`
  }
  return (
    <Text size="xs" c={error === null ? 'dimmed' : 'red'} px="md" pt="sm" role="status">
      {text()}
    </Text>
  )
}
