import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconExternalLink } from '../../../vendor/icons/icons.ts'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { confirm } from '../../ui/forms/confirm.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../../ui/screens/page-skeleton.tsx'
import { type PageIds, permissionsKey } from '../permissions.ts'
import { t } from './messages.ts'
import { type Site, SiteForm } from './site-form.tsx'

/** Publishes the page as a website, and takes it offline. */
export function SitePanel(page: PageIds) {
  const key = ['sites', page.workspaceId, page.pageId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.sites.get(page, { signal }),
  })
  const changes = [key, permissionsKey(page)]
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton lines={3} />
  const { site } = data
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.intro} {t.publishHint}
      </Text>
      {site !== null && <Published page={page} site={site} changes={changes} />}
      <SiteForm key={site?.id ?? 'new'} page={page} site={site} changes={changes} />
    </Stack>
  )
}

type PublishedProps = { page: PageIds; site: Site; changes: readonly (readonly string[])[] }

function Published({ page, site, changes }: PublishedProps) {
  const { firstName, lastName } = site.publishedBy
  const address = new URL(site.url, location.origin).href
  const unpublish = useAction(() => client.sites.unpublish(page), { changes, done: t.unpublished })
  return (
    <div>
      <Text size="sm">
        {t.live({
          date: new Date(site.publishedAt),
          name: () => <bdi>{`${firstName} ${lastName}`.trim()}</bdi>,
        })}
      </Text>
      <Anchor
        href={address}
        target="_blank"
        size="sm"
        dir="ltr"
        style={{ overflowWrap: 'anywhere' }}
      >
        {address}
      </Anchor>
      <Group gap="xs" mt="xs">
        <Button
          component="a"
          href={address}
          target="_blank"
          size="xs"
          variant="default"
          leftSection={<IconExternalLink size={14} />}
        >
          {t.open}
        </Button>
        <CopyButton value={address} />
        <Button
          size="xs"
          variant="default"
          loading={unpublish.isPending}
          onClick={() =>
            confirm({
              title: t.unpublishTitle,
              body: t.unpublishBody,
              label: t.unpublish,
              onConfirm: () => unpublish.mutate(),
            })
          }
        >
          {t.unpublish}
        </Button>
      </Group>
    </div>
  )
}
