import { Alert, Checkbox, List, Stack, Text } from '@mantine/core'
import { personName } from '../../lib/authors/author-name.ts'
import { t } from './messages.ts'
import type { RevertedPage, RevertPart } from './revert-queries.ts'
import './reverts.css'

type Props = {
  first: RevertPart
  pages: readonly RevertedPage[]
  /** Whether later parts can have pages. */
  hasMore: boolean
  except: ReadonlySet<string>
  setExcept: (except: ReadonlySet<string>) => void
  taken: TakenLocations
  setTaken: (taken: TakenLocations) => void
}

/** Corrected places that get the text before the run, by page. */
export type TakenLocations = ReadonlyMap<string, ReadonlySet<string>>

/** What a revert does on each page, and what it cannot undo. */
export function RevertPreview(props: Props) {
  const { first, pages, hasMore, except, setExcept } = props
  const cannot = cannotUndo(first.cannotUndo)
  return (
    <Stack gap="sm">
      {pages.length === 0 && !hasMore ? (
        <Text size="sm">{t.nothing}</Text>
      ) : (
        <>
          <Text size="sm">{t.explanation}</Text>
          <ul className="revert-pages" aria-label={t.pages}>
            {pages.map((page) => (
              <li key={page.id}>
                <Checkbox
                  checked={!except.has(page.id)}
                  disabled={page.actions.length === 0}
                  label={<bdi>{page.title || t.untitled}</bdi>}
                  description={<PageDescription page={page} />}
                  onChange={() => setExcept(toggled(except, page.id))}
                />
                <Corrections {...props} page={page} />
              </li>
            ))}
          </ul>
        </>
      )}
      {first.renamedFiles > 0 && (
        <Text size="sm">{t.renamedFiles({ count: first.renamedFiles })}</Text>
      )}
      {cannot.length > 0 && (
        <Alert color="yellow" title={t.cannotUndo}>
          <List size="sm">
            {cannot.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  )
}

function toggled(except: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(except)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Inside of a description, so without blocks. */
function PageDescription({ page }: { page: RevertedPage }) {
  const { actions, summary, stays, remaining, isApproximate } = page
  const lines = [
    ...actions.map(actionText),
    ...(summary === null
      ? []
      : [t.words({ added: summary.added.words, removed: summary.removed.words })]),
    ...stays.map(stayText),
    ...(isApproximate ? [t.approximate] : []),
  ]
  return (
    <>
      {lines.join(' · ')}
      {remaining.filter(isOther).map((part) => (
        <Remaining key={`${part.reason} ${part.text} ${part.before}`} part={part} />
      ))}
    </>
  )
}

type Part = RevertedPage['remaining'][number]

/** Whether others did not write a text instead of another one, which could be taken back. */
function isOther({ location }: Part): boolean {
  return location === undefined
}

/** What others corrected on a page, with the choice to take back the text before the run. */
function Corrections({ page, except, taken, setTaken }: Props & { page: RevertedPage }) {
  const locations = taken.get(page.id) ?? new Set()
  const toggle = (location: string) => {
    const [now, others] = [toggled(locations, location), new Map(taken)]
    if (now.size > 0) others.set(page.id, now)
    else others.delete(page.id)
    setTaken(others)
  }
  return page.remaining.map(
    (part) =>
      part.location !== undefined && (
        <div className="revert-corrected" key={part.location}>
          <Remaining part={part} />
          {part.before !== '' && (
            <Checkbox
              size="xs"
              checked={locations.has(part.location)}
              disabled={except.has(page.id)}
              label={(part.text === '' ? t.putBack : t.takeBack)({ text: part.before ?? '' })}
              onChange={() => toggle(part.location ?? '')}
            />
          )}
        </div>
      ),
  )
}

/** Text of others that stays, and what stood there before the run if they corrected it. */
function Remaining({ part }: { part: Part }) {
  const { text, reason, before = '' } = part
  const label = {
    inside: t.remainingInside,
    copied: t.remainingCopied,
    corrected: correctionLabel(part),
  }[reason]
  return (
    <Text component="span" size="xs" c="dimmed" className="revert-remaining">
      {label}
      {text !== '' && ' '}
      {text !== '' && <q dir="auto">{text}</q>}
      {reason === 'corrected' && before !== '' && (
        <>
          {' · '}
          {t.beforeRun} <q dir="auto">{before}</q>
        </>
      )}
    </Text>
  )
}

function correctionLabel({ text, by }: Part): string {
  if (text === '') return by === null ? t.remainingDeleted : t.deletedBy({ name: personName(by) })
  return by === null ? t.remainingCorrected : t.correctedBy({ name: personName(by) })
}

function actionText(action: RevertedPage['actions'][number]): string {
  switch (action) {
    case 'trash':
      return t.trash
    case 'restore':
      return t.restore
    case 'move':
      return t.move
    case 'text':
      return t.text
    case 'title':
      return t.title
    case 'icon':
      return t.icon
    case 'properties':
      return t.properties
    case 'comments':
      return t.comments
    case 'files':
      return t.files
  }
}

function stayText(reason: RevertedPage['stays'][number]): string {
  switch (reason) {
    case 'used by others':
      return t.usedByOthers
    case 'moved by others':
      return t.movedByOthers
    case 'deleted by others':
      return t.deletedByOthers
    case 'parent is gone':
      return t.parentGone
    case 'no access':
      return t.noAccess
    case 'history is gone':
      return t.historyGone
    case 'not possible':
      return t.notPossible
  }
}

function cannotUndo(counts: RevertPart['cannotUndo']): string[] {
  return [
    ...(counts.webhookDeliveries > 0 ? [t.webhooks({ count: counts.webhookDeliveries })] : []),
    ...(counts.notifiesChats ? [t.chats] : []),
    ...(counts.mentions > 0 ? [t.mentions({ count: counts.mentions })] : []),
    ...(counts.purgedPages > 0 ? [t.purgedPages({ count: counts.purgedPages })] : []),
    ...(counts.deletedComments > 0 ? [t.deletedComments({ count: counts.deletedComments })] : []),
    ...(counts.editedComments > 0 ? [t.editedComments({ count: counts.editedComments })] : []),
    ...(counts.deletedFiles > 0 ? [t.deletedFiles({ count: counts.deletedFiles })] : []),
    ...(counts.uploadedFiles > 0 ? [t.uploadedFiles({ count: counts.uploadedFiles })] : []),
    ...(counts.permissions > 0 ? [t.permissions({ count: counts.permissions })] : []),
  ]
}
