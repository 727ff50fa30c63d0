import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconHome, IconSearch } from '../../../vendor/icons/icons.ts'
import { displayTitle } from '../../lib/page-title.ts'
import type { PagesToMove } from '../../lib/tree/move-dialog.ts'
import { PageIcon } from '../../ui/emoji/page-icon.tsx'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { showFailure } from '../../ui/undo.tsx'
import { t } from '../many/messages.ts'
import { movePages } from '../many/move-pages.ts'
import { confirmGains } from './confirm-move.tsx'
import { type MoveTarget, useTargets } from './use-targets.ts'
import classes from './move.module.css'

type Props = PagesToMove & { close: () => void }

/** Asks where to move pages: to a page that is searched for, or to the top level. */
export function MoveDialog({ workspaceId, pages, close }: Props) {
  const queries = useQueryClient()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { targets, isSettled } = useTargets({ workspaceId, pages, typed })
  const current = targets[Math.min(active, targets.length - 1)]
  const [first] = pages
  const title =
    pages.length === 1
      ? t.moveTitle({ title: displayTitle(first?.title ?? '') })
      : t.moveManyTitle({ count: pages.length })

  const move = async (target: MoveTarget) => {
    close()
    try {
      if (!(await confirmGains(workspaceId, pages, target.id))) return
      await movePages(queries, workspaceId, pages, target)
    } catch (error) {
      showFailure(t.noMove, error)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const count = targets.length
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: count - 1 }
    const step = steps[event.key]
    if (step !== undefined && count > 0) setActive((Math.min(active, count - 1) + step) % count)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && current !== undefined) {
      void move(current)
    } else return
    event.preventDefault()
  }
  return (
    <OpenedModal
      onClose={close}
      title={
        <Text inherit component="span" dir="auto" lineClamp={2} className={classes['title']}>
          {title}
        </Text>
      }
      yOffset="12vh"
      centered={false}
      size={560}
    >
      <TextInput
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={t.findTarget}
        data-autofocus
        maxLength={500}
        role="combobox"
        aria-label={t.findTarget}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? undefined : `${listId}-${current.key}`}
        autoComplete="off"
      />
      <Text size="sm" c="dimmed" role="status" mt="xs">
        {targets.length === 0 && isSettled && t.noTarget}
      </Text>
      <div id={listId} role="listbox" aria-label={t.targets} className={classes['list']}>
        {targets.map((target, index) => (
          <Target
            key={target.key}
            id={`${listId}-${target.key}`}
            target={target}
            isActive={target === current}
            onHover={() => setActive(index)}
            onChoose={() => void move(target)}
          />
        ))}
      </div>
    </OpenedModal>
  )
}

type TargetProps = {
  id: string
  target: MoveTarget
  isActive: boolean
  onHover: () => void
  onChoose: () => void
}

function Target({ id, target, isActive, onHover, onChoose }: TargetProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes['option']}
      onMouseMove={onHover}
      onClick={onChoose}
    >
      {target.id === null ? (
        <IconHome size={18} stroke={1.6} aria-hidden />
      ) : (
        <PageIcon icon={target.icon} size={18} />
      )}
      <span className={classes['texts']}>
        <span className={classes['line']} dir="auto">
          {target.id === null ? t.topLevel : displayTitle(target.title)}
        </span>
        {target.path !== '' && (
          <span className={classes['path']} dir="auto">
            {target.path}
          </span>
        )}
      </span>
    </div>
  )
}
