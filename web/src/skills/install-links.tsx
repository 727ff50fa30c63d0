import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { confirm } from '../ui/forms/confirm.tsx'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { linkSnippet } from './install-snippets.ts'
import { t } from './messages.ts'
import type { SkillProps } from './skill-dialog-props.ts'
import { linksQuery, type SkillLink, versionsQuery } from './skill-queries.ts'

/** Links from which people without an account install a skill. Only those who may publish it create them. */
export function InstallLinks({ skill, workspaceId }: SkillProps) {
  const ids = { workspaceId, pageId: skill.id }
  const { data } = useQuery(versionsQuery(ids))
  return data?.mayPublish === true ? <OwnLinks ids={ids} /> : null
}

function OwnLinks({ ids }: { ids: { workspaceId: string; pageId: string } }) {
  const { queryKey } = linksQuery(ids)
  const { data } = useQuery(linksQuery(ids))
  const [url, setUrl] = useState<string>()
  const create = useAction(() => client.skillLinks.create(ids), {
    changes: [queryKey],
    onDone: (created) => setUrl(created.url),
  })
  const revoke = useAction((linkId: string) => client.skillLinks.revoke({ ...ids, linkId }), {
    changes: [queryKey],
    done: t.linkRevoked,
    onDone: () => setUrl(undefined),
  })
  return (
    <Stack gap="xs" role="region" aria-label={t.installLinks}>
      <Title order={3} size="h6">
        {t.installLinks}
      </Title>
      <Text size="sm">{t.linksIntro}</Text>
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
  const date = new Date(link.createdAt)
  return (
    <Group justify="space-between">
      <Text size="sm">
        {t.linkOf({ date })} · {t.linkExpires({ date: new Date(link.expiresAt) })}
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
