import { Anchor, Button, Checkbox, Text, Title, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTextDraft } from '../lib/drafts/use-text-draft.ts'
import { displayTitle } from '../lib/page-title.ts'
import { EditButtons, EditFields, RemovedChange } from './change-edits.tsx'
import { t } from './messages.ts'
import type { Change, Part, Proposal } from './queries.ts'
import { changeField, editable, type EditedChange } from './revision.ts'

/** What a reviewer chose of a change. */
export type Chosen = {
  isIncluded: boolean
  hunks: ReadonlySet<number>
  edited: EditedChange | undefined
  /** Whether the proposer leaves it out of the next revision. */
  isRemoved: boolean
}

type Props = {
  proposal: Proposal
  change: Change
  chosen: Chosen
  isOpen: boolean
  /** Whether it is one of several without a decision. */
  isOneOfMany: boolean
  /** Whether the reader proposed it, and can edit or remove it. */
  isMine: boolean
  choose: (chosen: Chosen) => void
}

/** One change of a proposal, with its difference in place. */
export function ChangeView({
  change,
  chosen,
  isOpen,
  isOneOfMany,
  isMine,
  choose,
  ...props
}: Props) {
  const { kind, pageId, state } = change
  const isOpenToMe = isOpen && state === 'open'
  const isReviewed = isOpenToMe && chosen.isIncluded
  const isRevised = isMine && state === 'open'
  useEditDraft({ ...props, change, chosen, choose })
  const setRemoved = (isRemoved: boolean) => choose({ ...chosen, edited: undefined, isRemoved })
  return (
    <section className="proposal-change" aria-label={headingOf(change)}>
      {isOpenToMe && (isOneOfMany || !chosen.isIncluded) && (
        <Checkbox
          className="proposal-include"
          aria-label={t.takeChange({ change: headingOf(change) })}
          checked={chosen.isIncluded}
          onChange={({ currentTarget }) => choose({ ...chosen, isIncluded: currentTarget.checked })}
        />
      )}
      <Title order={2} size="h5" mb="xs">
        {kind === 'create' && state !== 'accepted' ? (
          headingOf(change)
        ) : (
          <Anchor component={Link} to={`/pages/${pageId}`} inherit>
            {headingOf(change)}
          </Anchor>
        )}
        {state !== 'open' && (
          <Text span size="sm" c="dimmed">
            {' '}
            {isInPart(change) ? t.acceptedInPart : t[state]}
          </Text>
        )}
      </Title>
      {chosen.isRemoved ? (
        <RemovedChange restore={() => setRemoved(false)} />
      ) : (
        <Difference {...{ change, chosen, choose }} isOpen={isReviewed} />
      )}
      {(isReviewed || isRevised) && !chosen.isRemoved && (
        <EditButtons
          change={change}
          edited={chosen.edited}
          edit={(edited) => choose({ ...chosen, edited })}
          remove={isRevised && isOneOfMany ? () => setRemoved(true) : undefined}
        />
      )}
    </section>
  )
}

/** Keeps what the reader edits of the change in this browser until it is sent. */
function useEditDraft({
  proposal,
  change,
  chosen,
  choose,
}: Pick<Props, 'proposal' | 'change' | 'chosen' | 'choose'>): void {
  const { edited } = chosen
  const before = change.state === 'open' ? editable(change) : undefined
  const edit = JSON.stringify(edited)
  const isChanged = edited !== undefined && before !== undefined && edit !== JSON.stringify(before)
  useTextDraft({
    field: before && changeField(proposal, change.number),
    title: `${proposal.title}: ${headingOf(change)}`,
    address: `/proposals/${proposal.id}`,
    edit: isChanged ? edit : undefined,
    read: () => ({
      texts: {
        ...(edited?.title != null && { title: edited.title }),
        ...(edited?.markdown != null && { markdown: edited.markdown }),
      },
      ...(edited?.version != null && { version: edited.version }),
    }),
    restore: ({ texts, version }) => {
      const { title = null, markdown = null } = { ...before, ...texts }
      choose({ ...chosen, edited: { title, markdown, version: version ?? null } })
    },
  })
}

/** What the change does, or how the reader edits it. */
function Difference({
  change,
  chosen,
  choose,
  isOpen,
}: Omit<PartsProps, 'parts' | 'accepted'> & { change: Change }) {
  const { kind, conflict, fields, body, markdown, accepted } = change
  const { edited } = chosen
  const isLeftOut = ({ name }: Change['fields'][number]) =>
    accepted !== null && !accepted.fields.includes(name)
  return (
    <>
      {conflict !== null && (
        <Text size="sm" c="orange.9" role="status">
          {conflict === 'deleted' ? t.deleted : t.conflict}
        </Text>
      )}
      {fields.map((field) => (
        <FieldChange key={field.name} {...field} isLeftOut={isLeftOut(field)} />
      ))}
      {edited === undefined ? (
        <Parts parts={body} {...{ chosen, choose, isOpen, accepted }} />
      ) : (
        <EditFields edited={edited} edit={(next) => choose({ ...chosen, edited: next })} />
      )}
      {kind === 'create' && edited === undefined && (
        <div className="proposal-text" dir="auto">
          <ins>{markdown}</ins>
        </div>
      )}
    </>
  )
}

/** Whether a reviewer left out some parts of an accepted change. */
function isInPart({ state, accepted }: Change): boolean {
  return state === 'accepted' && accepted !== null
}

export function headingOf({ kind, title: name, to }: Change): string {
  const title = displayTitle(name)
  if (kind === 'move') return t.move({ title, parent: to === null ? t.topLevel : to.title })
  return t[kind]({ title })
}

type FieldProps = Change['fields'][number] & { isLeftOut: boolean }

function FieldChange({ name, before, after, isLeftOut }: FieldProps) {
  const labels = { title: t.fieldTitle, icon: t.fieldIcon, properties: t.fieldProperties }
  const values = { before: before ?? t.none, after: after ?? t.none }
  return (
    <p className="proposal-text" data-left-out={isLeftOut}>
      {isLeftOut && <NotAccepted />}
      <VisuallyHidden>{t.changedFrom({ field: labels[name], ...values })}</VisuallyHidden>
      <span aria-hidden>
        <strong>{labels[name]}</strong> <del dir="auto">{values.before}</del>{' '}
        <ins dir="auto">{values.after}</ins>
      </span>
    </p>
  )
}

type PartsProps = Pick<Props, 'chosen' | 'choose' | 'isOpen'> &
  Pick<Change, 'accepted'> & { parts: readonly Part[] }

function Parts({ parts, chosen, choose, isOpen, accepted }: PartsProps) {
  const isLeftOut = (hunk: number) => accepted !== null && !accepted.hunks.includes(hunk)
  const hunks = parts.filter(({ hunk }) => hunk !== null).length
  return withIds(parts).map(({ id, part }) =>
    part.hunk === null ? (
      <Unchanged key={id} part={part} />
    ) : (
      <div
        key={id}
        className="proposal-part"
        data-conflict={part.isConflict}
        data-near={part.near.length > 0}
        data-left-out={isLeftOut(part.hunk)}
      >
        {isOpen && hunks > 1 && (
          <Checkbox
            aria-label={t.takePart({ number: part.hunk })}
            checked={chosen.hunks.has(part.hunk)}
            onChange={({ currentTarget }) => {
              const next = new Set(chosen.hunks)
              if (currentTarget.checked) next.add(part.hunk ?? 0)
              else next.delete(part.hunk ?? 0)
              choose({ ...chosen, hunks: next })
            }}
          />
        )}
        <div className="proposal-text" dir="auto">
          {isLeftOut(part.hunk) && <NotAccepted />}
          {part.isConflict && (
            <Text size="xs" c="orange.9">
              {t.inConflict}
            </Text>
          )}
          {part.near.map((text) => (
            <Text key={text} size="xs" c="orange.9">
              {t.near({ text })}
            </Text>
          ))}
          {withIds(part.words).map(({ id: wordId, part: word }) => (
            <Word key={wordId} {...word} />
          ))}
        </div>
      </div>
    ),
  )
}

function NotAccepted() {
  return (
    <Text span display="block" size="xs" c="dimmed">
      {t.notAccepted}
    </Text>
  )
}

/** Parts never move: a difference is read anew as a whole. */
function withIds<Item>(parts: readonly Item[]): { id: string; part: Item }[] {
  return parts.map((part, index) => ({ id: `part ${index}`, part }))
}

function Word({ kind, text }: Part['words'][number]) {
  if (kind === 'same') return <span>{text}</span>
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark>
      <VisuallyHidden>{t[kind]} </VisuallyHidden>
      {text}
    </Mark>
  )
}

/** Lines of unchanged text that are shown at once. */
const maxShown = 4

function Unchanged({ part: { lines } }: { part: Part }) {
  const [isOpen, setOpen] = useState(lines.length <= maxShown)
  if (!isOpen) {
    return (
      <Button size="xs" variant="subtle" color="gray" onClick={() => setOpen(true)}>
        {t.showUnchanged}
      </Button>
    )
  }
  return (
    <div className="proposal-text" dir="auto">
      {lines.map(({ text }) => text).join('\n')}
    </div>
  )
}
