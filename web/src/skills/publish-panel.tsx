import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../lib/client.ts'
import { useTextDraft } from '../lib/drafts/use-text-draft.ts'
import { displayTitle } from '../lib/page-title.ts'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Findings } from './findings.tsx'
import { t } from './messages.ts'
import type { SkillProps } from './skill-dialog-props.ts'
import { checkQuery, versionsQuery } from './skill-queries.ts'
import { VersionChanges } from './versions/version-changes.tsx'

/** Publishes the draft, as it was checked. */
export function PublishPanel({ skill, workspaceId }: SkillProps) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  useTextDraft({
    field: `note ${skill.id}`,
    title: t.noteOn({ title: displayTitle(skill.title) }),
    address: `/skills?skill=${skill.id}`,
    pageId: skill.id,
    edit: note === '' ? undefined : note,
    read: () => ({ texts: { note } }),
    restore: ({ texts }) => setNote(texts['note'] ?? ''),
  })
  const ids = { workspaceId, pageId: skill.id }
  const checked = useQuery(checkQuery(ids))
  const versions = useQuery(versionsQuery(ids))
  const publishing = useMutation({
    mutationFn: (expectedDigest: string) => client.skills.publish({ ...ids, note, expectedDigest }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
    onSuccess: () => setNote(''),
  })
  const error = checked.error ?? versions.error
  if (error !== null) return <ErrorNotice error={error} retry={() => void checked.refetch()} />
  if (checked.data === undefined || versions.data === undefined) return <Skeleton h={120} />
  const { digest, findings } = checked.data
  const isSame = skill.served?.digest === digest && skill.state !== 'changed'
  const hasErrors = findings.some(({ level }) => level === 'error')
  return (
    <Stack gap="md">
      <Text size="sm">{isSame ? t.draftIsServed : t.draftDiffers}</Text>
      <Findings findings={findings} />
      {!isSame && skill.served !== null && (
        <VersionChanges {...ids} from={skill.served.version} to="draft" />
      )}
      {versions.data.mayPublish ? (
        <>
          <Textarea
            label={t.note}
            autosize
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {publishing.error !== null && <ErrorNotice error={publishing.error} />}
          {publishing.data !== undefined && (
            <Text role="status" size="sm">
              {t.published({ version: publishing.data.version })}
            </Text>
          )}
          <Group>
            <Button
              disabled={hasErrors || isSame}
              loading={publishing.isPending}
              onClick={() => publishing.mutate(digest)}
            >
              {t.publishDraft}
            </Button>
          </Group>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t.mayNotPublish}
        </Text>
      )}
    </Stack>
  )
}
