import { Alert, Checkbox, List, Stack, Text } from '@mantine/core'
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
}

/** What a revert does on each page, and what it cannot undo. */
export function RevertPreview({ first, pages, hasMore, except, setExcept }: Props) {
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
      {remaining.map((part) => (
        <Remaining key={`${part.reason} ${part.text} ${part.before}`} part={part} />
      ))}
    </>
  )
}

/** Text of others that stays, and what stood there before the run if they corrected it. */
function Remaining({ part }: { part: RevertedPage['remaining'][number] }) {
  const { text, reason, before = '' } = part
  const label = {
    inside: t.remainingInside,
    copied: t.remainingCopied,
    corrected: t.remainingCorrected,
  }[reason]
  return (
    <span className="revert-remaining">
      {label} <q dir="auto">{text}</q>
      {reason === 'corrected' && before !== '' && (
        <>
          {' · '}
          {t.beforeRun} <q dir="auto">{before}</q>
        </>
      )}
    </span>
  )
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
