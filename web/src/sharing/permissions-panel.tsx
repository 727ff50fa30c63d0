import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { includes, type Level } from '../lib/access/levels.ts'
import { pageQuery } from '../lib/page-query.ts'
import { useSession } from '../lib/session.ts'
import { confirm } from '../ui/forms/confirm.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { AddPeople } from './add-people.tsx'
import { GeneralAccess, Origin, PermissionActions } from './general-access.tsx'
import { GrantList } from './grant-list.tsx'
import { t } from './messages.ts'
import {
  type PageIds,
  type Principal,
  usePermissions,
  usePermissionsChange,
} from './permissions.ts'
import { ReviewersField } from './reviewers-field.tsx'

/** Who has access to a page; people who can manage it change that here. */
export function PermissionsPanel(page: PageIds) {
  const { data: permissions, error, refetch } = usePermissions(page)
  const { data: parentId } = useQuery({
    ...pageQuery(page.workspaceId, page.pageId),
    select: ({ breadcrumb }) => breadcrumb.at(-1)?.id ?? null,
  })
  const { user } = useSession()
  const { change, reset, isPending } = usePermissionsChange(page)
  if (permissions === undefined) {
    return error === null ? (
      <PageSkeleton lines={3} />
    ) : (
      <ErrorNotice error={error} title={t.notLoaded} retry={() => void refetch()} />
    )
  }
  const { grants, canManage, level } = permissions
  const changeGrant = (principal: Principal, level: Level | null) => {
    const apply = () => change({ grants: [{ principalId: principal.id, level }] })
    if (principal.id !== user.id || level === 'manage') apply()
    else {
      confirm({
        title: t.loseOwnTitle,
        body: t.loseOwnBody,
        label: t.loseOwn,
        onConfirm: apply,
      })
    }
  }
  return (
    <Stack gap="md">
      <Origin permissions={permissions} isTop={parentId === null} />
      {canManage ? (
        <AddPeople
          workspaceId={page.workspaceId}
          grants={grants}
          add={(principalId, level) => change({ grants: [{ principalId, level }] })}
          isPending={isPending}
        />
      ) : (
        <Text size="sm">{t.readOnly}</Text>
      )}
      {grants.length > 0 && (
        <section>
          <Title order={3} size="h6">
            {t.access}
          </Title>
          <GrantList {...{ grants, canManage, isPending }} change={changeGrant} />
        </section>
      )}
      {(level === null || !includes(level, 'write')) && (
        <Text size="sm" c="dimmed">
          {t.onlyYours}
        </Text>
      )}
      <GeneralAccess {...{ permissions, isPending, change }} />
      {canManage && (
        <ReviewersField
          key={JSON.stringify(permissions.review)}
          workspaceId={page.workspaceId}
          review={permissions.review}
          {...{ isPending, change }}
        />
      )}
      {canManage && (
        <PermissionActions
          {...{ permissions, isPending, change, reset }}
          isTop={parentId === null}
        />
      )}
    </Stack>
  )
}
