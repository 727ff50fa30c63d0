import { Button, NativeSelect } from '@mantine/core'
import { IconLink } from '../../../vendor/icons/icons.ts'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { confirm } from '../../ui/forms/confirm.tsx'
import { Row } from '../../ui/rows/row.tsx'
import type { PageIds } from '../permissions.ts'
import { asLinkLevel, type LinkLevel, linkLevelChoices } from './link-levels.ts'
import { linksKey } from './links-key.ts'
import { t } from './messages.ts'
import classes from '../sharing.module.css'

type ShareLinkItem = Awaited<ReturnType<typeof client.links.list>>['items'][number]

/** A link, with what is known of it and what can be done with it. */
export function LinkRow({ page, link }: { page: PageIds; link: ShareLinkItem }) {
  const date = new Date(link.createdAt)
  const changes = [linksKey(page)]
  const one = { ...page, linkId: link.id }
  const update = useAction((level: LinkLevel) => client.links.update({ ...one, level }), {
    changes,
  })
  const revoke = useAction(() => client.links.revoke(one), { changes, done: t.revoked })
  return (
    <Row
      icon={<IconLink size={20} aria-hidden />}
      title={t.linkOf({ date })}
      note={notesOf(link).join(' · ')}
      action={
        <div className={classes['actions']}>
          <NativeSelect
            size="xs"
            aria-label={t.levelOf({ date })}
            value={link.level}
            disabled={update.isPending}
            onChange={({ currentTarget }) => update.mutate(asLinkLevel(currentTarget.value))}
            data={linkLevelChoices()}
          />
          <Button
            size="xs"
            variant="default"
            aria-label={t.revokeOf({ date })}
            loading={revoke.isPending}
            onClick={() =>
              confirm({
                title: t.revokeTitle,
                body: t.revokeBody,
                label: t.revoke,
                onConfirm: () => revoke.mutate(),
              })
            }
          >
            {t.revoke}
          </Button>
        </div>
      }
    />
  )
}

function notesOf({ expiresAt, hasPassword, allowsUploads, views }: ShareLinkItem): string[] {
  return [
    expiryOf(expiresAt),
    ...(hasPassword ? [t.hasPassword] : []),
    ...(allowsUploads ? [t.allowsUploads] : []),
    t.views({ count: views }),
  ]
}

function expiryOf(expiresAt: string | null): string {
  if (expiresAt === null) return t.noExpiry
  const date = new Date(expiresAt)
  return date.getTime() < Date.now() ? t.expiredAt({ date }) : t.expiresAt({ date })
}
