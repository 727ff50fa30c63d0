import { Badge, NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  IconLink,
  IconMessageChatbot,
  IconUsersGroup,
  IconWebhook,
  IconWorld,
} from '../../vendor/icons/icons.ts'
import { asLevel, levelChoices } from '../lib/access/level-names.ts'
import type { Level } from '../lib/access/levels.ts'
import { t as levelNames } from '../lib/access/messages.ts'
import { useSession } from '../lib/session.ts'
import { Initials } from '../ui/initials.tsx'
import { Row } from '../ui/rows/row.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { t } from './messages.ts'
import type { Grant, Principal } from './permissions.ts'
import classes from './sharing.module.css'

type Props = {
  grants: readonly Grant[]
  canManage: boolean
  isPending: boolean
  change: (principal: Principal, level: Level | null) => void
}

/** Who has access, with their levels; inherited grants are changed where they were given. */
export function GrantList({ grants, canManage, isPending, change }: Props) {
  return (
    <Rows label={t.access}>
      {grants.map(({ principal, level, inherited }) => (
        <Row
          key={principal.id}
          icon={<PrincipalIcon principal={principal} />}
          title={<bdi>{principal.name || noteOf(principal)}</bdi>}
          badge={
            <>
              <Own principal={principal} />
              {inherited && (
                <Badge variant="default" size="sm">
                  {t.inherited}
                </Badge>
              )}
            </>
          }
          note={principal.name === '' ? undefined : noteOf(principal)}
          action={
            canManage && isChanged(principal) ? (
              <NativeSelect
                size="xs"
                className={classes['level'] ?? ''}
                aria-label={t.levelOf({ name: principal.name })}
                value={level}
                disabled={isPending}
                onChange={({ currentTarget: { value } }) =>
                  change(principal, asLevel(value) ?? null)
                }
                data={[...levelChoices(), { value: '', label: t.remove }]}
              />
            ) : (
              <Text size="sm" c="dimmed" ta="end">
                {levelNames[level]}
              </Text>
            )
          }
        />
      ))}
    </Rows>
  )
}

/** Links and sites are changed in their own part of the dialog. */
const isChanged = ({ type }: { type: string }) => type !== 'link' && type !== 'site'

function Own({ principal }: { principal: Principal }) {
  const { user } = useSession()
  if (principal.id !== user.id) return null
  return (
    <Text span size="xs" c="dimmed">
      {t.you}
    </Text>
  )
}

/** What is known of a principal beside its name: the email address of a person, the kind of any other. */
function noteOf({ type, email }: Principal): string | undefined {
  const kinds: Partial<Record<string, string>> = {
    group: t.group,
    link: t.link,
    site: t.site,
    chat: t.chat,
    webhook: t.webhook,
  }
  return kinds[type] ?? email
}

const icons: Partial<Record<string, typeof IconLink>> = {
  group: IconUsersGroup,
  link: IconLink,
  site: IconWorld,
  chat: IconMessageChatbot,
  webhook: IconWebhook,
}

function PrincipalIcon({ principal: { type, name } }: { principal: Principal }): ReactNode {
  const Icon = icons[type]
  if (Icon === undefined) return <Initials name={name} size={32} />
  return (
    <span className={classes['principal']}>
      <Icon size={20} aria-hidden />
    </span>
  )
}
