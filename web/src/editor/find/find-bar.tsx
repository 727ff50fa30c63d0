import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import {
  IconArrowDown,
  IconArrowUp,
  IconLetterCase,
  IconLetterW,
  IconX,
} from '../../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import { type Find, selectMatch, useFind } from './use-find.ts'
import './find.css'

type Props = { editor: Editor; isEditable: boolean; close: () => void }

/** Finds a text in the page and replaces it. */
export function FindBar({ editor, isEditable, close }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const find = useFind(editor, field)
  useEffect(() => {
    const { current } = bar
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      selectMatch(editor)
      close()
    }
    current?.addEventListener('keydown', leave)
    return () => current?.removeEventListener('keydown', leave)
  }, [editor, close])
  const leave = () => {
    selectMatch(editor)
    close()
  }
  return (
    <div ref={bar} className="find-bar" role="search" aria-label={t.title}>
      <QueryRow find={find} field={field} close={leave} />
      {isEditable && <ReplaceRow find={find} />}
    </div>
  )
}

type QueryProps = { find: Find; field: RefObject<HTMLInputElement | null>; close: () => void }

function QueryRow({ find, field, close }: QueryProps) {
  const { search, change, go } = find
  return (
    <div className="find-row">
      <TextInput
        ref={field}
        className="find-field"
        size="xs"
        dir="auto"
        aria-label={t.query}
        placeholder={t.query}
        value={search.query}
        onChange={(event) => change({ query: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          go(event.shiftKey ? -1 : 1)
        }}
      />
      <Choice
        label={t.matchCase}
        isOn={search.matchesCase}
        run={() => change({ matchesCase: !search.matchesCase })}
      >
        <IconLetterCase size={16} />
      </Choice>
      <Choice
        label={t.wholeWord}
        isOn={search.matchesWord}
        run={() => change({ matchesWord: !search.matchesWord })}
      >
        <IconLetterW size={16} />
      </Choice>
      <output className="find-count">{countText(find)}</output>
      <Choice label={t.previous} run={() => go(-1)}>
        <IconArrowUp size={16} />
      </Choice>
      <Choice label={t.next} run={() => go(1)}>
        <IconArrowDown size={16} />
      </Choice>
      <Choice label={t.close} run={close}>
        <IconX size={16} />
      </Choice>
    </div>
  )
}

function ReplaceRow({ find: { count, replaceOne, replaceAll } }: { find: Find }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isOff = count === 0
  /** A button without matches is disabled and loses the focus, so the field takes it: Escape still closes the bar. */
  const press = (replace: (text: string) => void) => {
    replace(text)
    field.current?.focus()
  }
  return (
    <div className="find-row">
      <TextInput
        ref={field}
        className="find-field"
        size="xs"
        dir="auto"
        aria-label={t.replacement}
        placeholder={t.replacement}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          replaceOne(text)
        }}
      />
      <Button
        size="compact-xs"
        variant="default"
        disabled={isOff}
        onClick={() => press(replaceOne)}
      >
        {t.replace}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={isOff}
        onClick={() => press(replaceAll)}
      >
        {t.replaceAll}
      </Button>
    </div>
  )
}

type ChoiceProps = { label: string; isOn?: boolean; run: () => void; children: ReactNode }

function Choice({ label, isOn, run, children }: ChoiceProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn === true ? 'light' : 'subtle'}
        color={isOn === true ? 'indigo' : 'gray'}
        size={28}
        aria-label={label}
        aria-pressed={isOn}
        onClick={run}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

function countText({ search, count, active, replaced }: Find): string {
  if (replaced !== undefined) return t.replaced({ count: replaced })
  if (search.query === '') return ''
  return count === 0 ? t.none : t.position({ active: active + 1, count })
}
