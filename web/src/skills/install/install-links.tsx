import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { confirm } from '../../ui/forms/confirm.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { t } from '../messages.ts'
import { linksQuery, type LinkScope, type SkillLink } from '../skill-queries.ts'
import { linkSnippet } from './install-snippets.ts'

/** Links from which people without an account install a skill, or all skills. */
export function InstallLinks({ scope }: { scope: LinkScope }) {
  const { queryKey } = linksQuery(scope)
  const { data, error } = useQuery(linksQuery(scope))
  const [url, setUrl] = useState<string>()
  const create = useAction(() => client.skillLinks.create(scope), {
    changes: [queryKey],
    onDone: (created) => setUrl(created.url),
  })
  const revoke = useAction((linkId: string) => client.skillLinks.revoke({ ...scope, linkId }), {
    changes: [queryKey],
    done: t.linkRevoked,
    onDone: () => setUrl(undefined),
  })
  return (
    <Stack gap="xs">
      <Text size="sm">{scope.pageId === undefined ? t.allLinksIntro : t.linksIntro}</Text>
      {error !== null && <ErrorNotice error={error} />}
      {url !== undefined && <NewLink code={linkSnippet(location.origin, url)} />}
      {data?.links.map((link) => (
        <LinkRow key={link.id} link={link} revoke={() => revoke.mutate(link.id)} />
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          loading={create.isPending}
          onClick={() => create.mutate(undefined)}
        >
          {t.createLink}
        </Button>
      </Group>
    </Stack>
  )
}

function NewLink({ code }: { code: string }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm">{t.linkCreated}</Text>
        <CopyButton value={code} />
      </Group>
      <Code block dir="ltr" tabIndex={0} aria-label={t.snippetFor({ client: 'npx skills' })}>
        {code}
      </Code>
    </Stack>
  )
}

function LinkRow({ link, revoke }: { link: SkillLink; revoke: () => void }) {
  const { firstName, lastName } = link.createdBy
  const date = new Date(link.createdAt)
  return (
    <Group justify="space-between">
      <Text size="sm">
        {t.linkOf({ date, name: `${firstName} ${lastName}`.trim() })} ·{' '}
        {t.linkExpires({ date: new Date(link.expiresAt) })}
      </Text>
      <Button
        size="xs"
        variant="default"
        aria-label={t.revokeLinkOf({ date })}
        onClick={() =>
          confirm({
            title: t.revokeLinkTitle,
            body: t.revokeLinkBody,
            label: t.revokeLink,
            onConfirm: revoke,
          })
        }
      >
        {t.revokeLink}
      </Button>
    </Group>
  )
}
