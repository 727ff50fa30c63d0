import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core'
import { Link } from 'react-router'
import { IconLock, IconRestore } from '../../vendor/icons/icons.ts'
import { asLevel } from '../lib/access/level-names.ts'
import { levels } from '../lib/access/levels.ts'
import { useSession } from '../lib/session.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { confirm } from '../ui/forms/confirm.tsx'
import { t } from './messages.ts'
import type { Change, Permissions } from './permissions.ts'

type Props = {
  permissions: Permissions
  isPending: boolean
  change: (change: Change) => void
}

/** What everyone in the workspace may do with the page. */
export function GeneralAccess({ permissions, isPending, change }: Props) {
  const { workspace } = useWorkspace()
  const { everyone, canManage } = permissions
  const options = [
    { value: 'role', label: t.byRole },
    ...levels.map((level) => ({ value: level, label: t.everyoneLevel({ level }) })),
    { value: '', label: t.restricted },
  ]
  if (!canManage) {
    return (
      <div>
        <Text fw={600} size="sm">
          {t.general}
        </Text>
        <Text size="sm">{options.find(({ value }) => value === (everyone ?? ''))?.label}</Text>
      </div>
    )
  }
  return (
    <NativeSelect
      label={t.general}
      description={t.generalHint({ workspace: workspace.name })}
      value={everyone ?? ''}
      disabled={isPending}
      onChange={({ currentTarget: { value } }) =>
        change({ everyone: value === 'role' ? value : (asLevel(value) ?? null) })
      }
      data={options}
    />
  )
}

/** Where the permissions come from. */
export function Origin({ permissions, isTop }: { permissions: Permissions; isTop: boolean }) {
  const { workspace } = useWorkspace()
  const { section, isSection, inherits, pages } = permissions
  return (
    <Text size="sm" c="dimmed">
      {isSection ? (
        <>
          {isTop ? t.ownTop : inherits ? t.ownInherited : t.own}{' '}
          {pages > 1 && t.covers({ count: pages - 1 })}
        </>
      ) : (
        <Inherited section={section} level={permissions.everyone} workspace={workspace.name} />
      )}
    </Text>
  )
}

type InheritedProps = {
  section: Permissions['section']
  level: Permissions['everyone']
  workspace: string
}

function Inherited({ section, level, workspace }: InheritedProps) {
  if (section !== null) {
    return t.fromSection({
      title: section.title || t.untitled,
      link: (title) => (
        <Anchor component={Link} to={`/pages/${section.pageId}`} inherit>
          <bdi>{title}</bdi>
        </Anchor>
      ),
    })
  }
  return level === 'role' ? t.fromWorkspace({ workspace }) : t.fromHidden
}

type ActionProps = Props & { isTop: boolean; reset: () => void }

/** Makes the page private, or has it inherit its permissions again. */
export function PermissionActions({ permissions, isPending, change, isTop, reset }: ActionProps) {
  const { user } = useSession()
  const { workspace } = useWorkspace()
  const { grants, everyone, isSection, inherits } = permissions
  const others = grants.filter(({ principal }) => principal.id !== user.id)
  const own = others.filter(({ inherited, principal: { type } }) => !inherited && type !== 'link')
  const isPrivate = !inherits && everyone === null && others.length === 0
  const makePrivate = () =>
    confirm({
      title: t.makePrivateTitle,
      body: t.makePrivateBody,
      label: t.makePrivate,
      onConfirm: () =>
        change({
          inherits: false,
          everyone: null,
          grants: [
            { principalId: user.id, level: 'manage' },
            ...own.map(({ principal }) => ({ principalId: principal.id, level: null })),
          ],
        }),
    })
  const inheritAgain = () =>
    confirm({
      title: t.inheritAgainTitle,
      body: isTop ? t.inheritAgainTop({ workspace: workspace.name }) : t.inheritAgainBody,
      label: t.inheritAgain,
      onConfirm: reset,
    })
  return (
    <Group gap="xs">
      {!isPrivate && (
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          leftSection={<IconLock size={15} />}
          onClick={makePrivate}
        >
          {t.makePrivate}
        </Button>
      )}
      {isSection && (
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          leftSection={<IconRestore size={15} />}
          onClick={inheritAgain}
        >
          {t.inheritAgain}
        </Button>
      )}
    </Group>
  )
}
