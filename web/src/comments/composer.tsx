import { Button, Group, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { client } from '../lib/client.ts'
import { useTextDraft } from '../lib/drafts/use-text-draft.ts'
import type { Quote } from '../lib/page-body.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { discard } from '../ui/unsent/discard.ts'
import {
  type Draft,
  mentionAt,
  nameOf,
  type Person,
  suggest,
  toDraft,
  toMarkdown,
} from './mentions.ts'
import { t } from './messages.ts'
import classes from './comments.module.css'

type Props = {
  pageId: string
  /** Names what is written in this browser, until it is sent. */
  field: string
  /** The anchor of the page where it is written. */
  anchor: string
  label: string
  action: string
  initial?: string
  /** The passage that it is about, which comes back with what was written. */
  quote?: Quote | undefined
  setQuote?: (quote: Quote) => void
  /** Resolves to whether the comment was saved; the field is then cleared. */
  onSend: (markdown: string) => Promise<boolean>
  onCancel?: () => void
  /** Takes the focus, for a field that the person asked for. */
  takesFocus?: boolean
}

/** A field for a comment. `@` suggests people; Ctrl or ⌘ with Enter sends it. */
export function Composer(props: Props) {
  const { label, action, initial = '', onSend, takesFocus, quote } = props
  const [draft, setDraft] = useState<Draft>(() => toDraft(initial))
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const mention = useMention(draft, setDraft, field)
  const listId = useId()
  useEffect(() => {
    if (takesFocus === true || quote !== undefined) field.current?.focus()
  }, [takesFocus, quote])
  const markdown = toMarkdown(draft)
  const isWritten = draft.text.trim() !== '' && draft.text !== toDraft(initial).text
  const dropDraft = useCommentDraft(props, markdown, isWritten, setDraft)
  const send = async () => {
    if (markdown === '' || isBusy) return
    setBusy(true)
    if (await onSend(markdown)) {
      dropDraft()
      setDraft(toDraft(''))
    }
    setBusy(false)
  }
  const leave = () => {
    dropDraft()
    props.onCancel?.()
  }
  const onCancel = props.onCancel && (() => discard(isWritten, leave))
  const onKeyDown = (event: KeyboardEvent) => {
    if (mention.onKeyDown(event)) event.preventDefault()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    } else if (event.key === 'Escape' && onCancel !== undefined) onCancel()
  }
  return (
    <div className={classes['composer']}>
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        dir="auto"
        autosize
        minRows={1}
        maxRows={12}
        maxLength={10_000}
        value={draft.text}
        onChange={({ currentTarget }) => {
          setDraft({ ...draft, text: currentTarget.value })
          mention.look(currentTarget.value, currentTarget.selectionStart)
        }}
        onKeyDown={onKeyDown}
        onBlur={mention.close}
        aria-autocomplete="list"
        aria-controls={mention.people.length > 0 ? listId : undefined}
        aria-activedescendant={
          mention.people.length > 0 ? `${listId}-${mention.active}` : undefined
        }
      />
      {mention.people.length > 0 && <People listId={listId} mention={mention} />}
      {(draft.text !== '' || onCancel !== undefined) && (
        <Group gap="xs" mt={6} justify="flex-end">
          {onCancel !== undefined && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onCancel}>
              {t.cancel}
            </Button>
          )}
          <Button
            size="compact-sm"
            loading={isBusy}
            disabled={markdown === ''}
            onClick={() => void send()}
          >
            {action}
          </Button>
        </Group>
      )}
    </div>
  )
}

/** Stores a comment in this browser until it is sent. Returns what forgets it. */
function useCommentDraft(
  { field, label, pageId, anchor, quote, setQuote }: Props,
  markdown: string,
  isWritten: boolean,
  setDraft: (draft: Draft) => void,
): () => void {
  return useTextDraft({
    field,
    title: label,
    isOnPage: true,
    address: `/pages/${pageId}#${anchor}`,
    pageId,
    edit: isWritten ? JSON.stringify([markdown, quote]) : undefined,
    read: () => ({ texts: { markdown }, ...(quote !== undefined && { quote }) }),
    restore: (written) => {
      setDraft(toDraft(written.texts['markdown'] ?? ''))
      if (written.quote !== undefined) setQuote?.(written.quote)
    },
  })
}

function useMention(
  draft: Draft,
  setDraft: (draft: Draft) => void,
  field: React.RefObject<HTMLTextAreaElement | null>,
) {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const [at, setAt] = useState<{ from: number; query: string }>()
  const [active, setActive] = useState(0)
  const { data } = useQuery({
    queryKey: ['members', 'stats', { workspaceId }],
    queryFn: ({ signal }) => client.workspaces.stats({ workspaceId }, { signal }),
    enabled: at !== undefined,
    staleTime: 300_000,
  })
  const people = at === undefined ? [] : suggest(data?.members ?? [], at.query)
  const close = () => setAt(undefined)
  const choose = (person: Person) => {
    if (at === undefined) return
    const name = nameOf(person)
    const rest = draft.text.slice(at.from + 1 + at.query.length).replace(/^ /, '')
    const text = `${draft.text.slice(0, at.from)}@${name} ${rest}`
    setDraft({ text, mentions: new Map([...draft.mentions, [name, person.id]]) })
    close()
    const cursor = at.from + name.length + 2
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(cursor, cursor)
    })
  }
  return {
    people,
    active,
    close,
    choose,
    setActive,
    look: (text: string, cursor: number) => {
      setAt(mentionAt(text, cursor))
      setActive(0)
    },
    /** Whether the key was for the list. */
    onKeyDown: ({ key }: KeyboardEvent): boolean => {
      const count = people.length
      if (count === 0) return false
      if (key === 'ArrowDown') setActive((active + 1) % count)
      else if (key === 'ArrowUp') setActive((active - 1 + count) % count)
      else if (key === 'Escape') close()
      else if (key === 'Enter' || key === 'Tab') {
        const person = people[active]
        if (person !== undefined) choose(person)
      } else return false
      return true
    },
  }
}

type PeopleProps = { listId: string; mention: ReturnType<typeof useMention> }

function People({ listId, mention }: PeopleProps) {
  return (
    <div id={listId} role="listbox" aria-label={t.people} className={classes['people']}>
      {mention.people.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <div
          key={person.id}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === mention.active}
          className={classes['person']}
          onMouseEnter={() => mention.setActive(index)}
          // Before the field loses the focus, which would close the list.
          onMouseDown={(event) => {
            event.preventDefault()
            mention.choose(person)
          }}
        >
          {nameOf(person)}
        </div>
      ))}
    </div>
  )
}
