import { Kbd, Loader, Modal, Text, VisuallyHidden } from '@mantine/core'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { IconSearch } from '../../vendor/icons/icons.ts'
import { messageOf } from '../lib/errors.ts'
import { asNewAt } from '../lib/new-page.ts'
import { useRecent } from '../lib/recent.ts'
import { createPage } from '../lib/templates/new-page.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { showFailure } from '../ui/undo.tsx'
import { type ActionSource, findActions, type PaletteAction } from './actions.ts'
import { t } from './messages.ts'
import { listOptions, type Option } from './options.ts'
import { useSearch } from './use-search.ts'
import classes from './search.module.css'

// The field is there at once; what it lists follows.
const PaletteOption = lazy(async () => ({
  default: (await import('./palette-option.tsx')).PaletteOption,
}))

type Props = {
  opened: boolean
  onClose: () => void
  /** Offers what the palette can do beside finding pages. */
  Actions?: ActionSource | undefined
}

/** Search from anywhere: results while one types, everything by keyboard. */
export function SearchPalette({ opened, onClose, Actions }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape
      centered={false}
      yOffset="12vh"
      size={640}
      padding={0}
      transitionProps={{ duration: 80 }}
      title={<VisuallyHidden>{t.search}</VisuallyHidden>}
      classNames={{ header: classes['paletteHeader'] ?? '' }}
    >
      {/* Begins anew each time it is opened. */}
      {opened && <Palette onClose={onClose} Actions={Actions} />}
    </Modal>
  )
}

function Palette({ onClose, Actions }: Omit<Props, 'opened'>) {
  const { workspace } = useWorkspace()
  const { canCreate } = useRights()
  const navigate = useNavigate()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  // At once: what is typed right after the keys that opened it belongs in here.
  useEffect(() => field.current?.focus(), [])
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const found = useSearch({ workspaceId: workspace.id, query: typed, k: 8 })
  const recent = useRecent(workspace.id).data?.pages ?? []
  const [offered, setOffered] = useState<readonly PaletteAction[]>([])
  const actions = findActions(offered, typed)
  // Actions need no answer of the server.
  const query = found.query === '' && actions.length > 0 ? typed.trim() : found.query
  const options = listOptions(recent, { ...found, query, actions, canWrite: canCreate })
  const current = options[Math.min(active, options.length - 1)]

  const goTo = (path: string, inTab: boolean, state?: object) => {
    if (inTab) window.open(path, '_blank', 'noopener')
    else void navigate(path, { state })
    onClose()
  }
  const choose = async (option: Option, inTab = false) => {
    if (option.kind === 'page') return goTo(`/pages/${option.pageId}`, inTab)
    if (option.kind === 'action') {
      onClose()
      return option.action.run()
    }
    if (option.kind === 'all') return goTo(`/search?q=${encodeURIComponent(typed.trim())}`, inTab)
    try {
      const { title } = option
      const page = { workspaceId: workspace.id, parentId: null, title }
      const { pageId, cursor } = await createPage(page)
      goTo(`/pages/${pageId}`, inTab, asNewAt(cursor))
    } catch (error) {
      showFailure(t.notCreated, error)
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
      {Actions !== undefined && (
        <Suspense>
          <Actions offer={setOffered} />
        </Suspense>
      )}
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
          placeholder={t.searchPages}
          data-autofocus
          maxLength={500}
          role="combobox"
          aria-label={t.searchPages}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : `${listId}-${current.id}`}
          autoComplete="off"
          spellCheck={false}
        />
        {!found.isSettled && typed !== '' && <Loader size={16} aria-hidden />}
      </div>
      <Note {...found} typed={typed} count={options.length} actions={actions.length} />
      <div id={listId} role="listbox" aria-label={t.results} className={classes['list']}>
        <Suspense>
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
        </Suspense>
      </div>
      <div className={classes['foot']}>
        <span>{t.keysChoose({ keys: arrowKeys })}</span>
        <span>{t.keysOpen({ key })}</span>
        <span>{t.keysClose({ key })}</span>
      </div>
    </>
  )
}

const key = (children: ReactNode[]) => <Kbd size="xs">{children}</Kbd>

const arrowKeys = () => (
  <>
    {key(['↑'])} {key(['↓'])}
  </>
)

type NoteProps = {
  typed: string
  query: string
  hits: readonly unknown[]
  isSettled: boolean
  isIndexing: boolean
  error: unknown
  /** Options, and actions among them. */
  count: number
  actions: number
}

/** Describes the list, also to screen readers. */
function Note({ typed, query, hits, error, count, actions, ...search }: NoteProps) {
  const text = () => {
    if (error !== null) return messageOf(error)
    if (typed.trim() === '') return count > 0 ? t.recentPages : t.typeToSearch
    if (!search.isSettled && hits.length + actions === 0) return t.searching
    if (hits.length + actions === 0) return t.noMatch({ query })
    return t.resultCount({ count: hits.length + actions })
  }
  return (
    <Text size="xs" c={error === null ? 'dimmed' : 'red'} px="md" pt="sm" role="status">
      {text()}
      {search.isIndexing && <> · {t.indexing}</>}
    </Text>
  )
}
