import { ActionIcon, Menu, Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { IconClock, IconMail, IconMailOpened } from '../../vendor/icons/icons.ts'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { client } from '../lib/client.ts'
import { displayTitle } from '../lib/page-title.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { withoutLinks } from './comment-text.ts'
import { t } from './messages.ts'
import type { Entry } from './queries.ts'
import { nextWeek, tomorrow } from './snooze-times.ts'
import classes from './inbox.module.css'

type Props = {
  entry: Entry
  workspaceId: string
  change: (call: () => Promise<unknown>) => Promise<void>
}

export function EntryRow({ entry, workspaceId, change }: Props) {
  const { id, isRead, run, text, snoozedUntil } = entry
  const own = { workspaceId, entryIds: [id] }
  const mark = (read: boolean) => change(() => client.inbox.mark({ ...own, isRead: read }))
  const label = isRead ? t.markUnread : t.markRead
  return (
    <li className={classes['row']} data-unread={!isRead}>
      <div className={classes['what']}>
        <Link
          to={addressOf(entry)}
          className={classes['link']}
          dir="auto"
          onClick={() => {
            if (!isRead) void mark(true)
          }}
        >
          {!isRead && <VisuallyHidden>{t.isUnread} </VisuallyHidden>}
          {sentenceOf(entry)}
        </Link>
        {text !== null && (
          <Text size="sm" lineClamp={2} dir="auto">
            {withoutLinks(text)}
          </Text>
        )}
        <Text size="xs" c="dimmed" title={claimOf(run)}>
          {snoozedUntil === null ? (
            <RelativeTime at={entry.createdAt} />
          ) : (
            t.until({ at: new Date(snoozedUntil) })
          )}
        </Text>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={() => void mark(!isRead)}
      >
        {isRead ? <IconMail size={16} /> : <IconMailOpened size={16} />}
      </ActionIcon>
      <Snooze
        isSnoozed={snoozedUntil !== null}
        snooze={(until) =>
          void change(() =>
            client.inbox.snooze({ ...own, until: until === null ? null : until.toISOString() }),
          )
        }
      />
    </li>
  )
}

type SnoozeProps = { isSnoozed: boolean; snooze: (until: Date | null) => void }

function Snooze({ isSnoozed, snooze }: SnoozeProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.snooze}>
          <IconClock size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => snooze(tomorrow(new Date()))}>{t.untilTomorrow}</Menu.Item>
        <Menu.Item onClick={() => snooze(nextWeek(new Date()))}>{t.untilNextWeek}</Menu.Item>
        {isSnoozed && <Menu.Item onClick={() => snooze(null)}>{t.endSnooze}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

function addressOf({ kind, page, proposal, run, commentId }: Entry): string {
  if (kind === 'run') return `/activity?run=${run?.id}`
  if (page === null) return `/proposals/${proposal?.id}`
  return commentId === null ? `/pages/${page.id}` : `/pages/${page.id}#comment-${commentId}`
}

function sentenceOf({ kind, actor, run, page, proposal, commentId }: Entry): string {
  const name = authorName(actor, run)
  const title = page === null ? (proposal?.title ?? '') : displayTitle(page.title)
  if (kind === 'mention' && commentId !== null) return t.mentionInComment({ name, title })
  return t[kind]({ name, title })
}
