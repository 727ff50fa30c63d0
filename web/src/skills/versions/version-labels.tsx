import { Button, Group, Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { confirm } from '../../ui/forms/confirm.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { t } from '../messages.ts'
import type { SkillVersion } from '../skill-queries.ts'

const publicLabel = 'public'
const suggested = ['production', 'staging', publicLabel]

type Props = {
  version: Pick<SkillVersion, 'version' | 'labels'>
  ids: { workspaceId: string; pageId: string }
  close: () => void
}

/** Gives a version labels, and takes them away. */
export function VersionLabels({ version: { version, labels }, ids, close }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(labels)
  const save = useAction(
    async () => {
      const added = chosen.filter((label) => !labels.includes(label))
      const removed = labels.filter((label) => !chosen.includes(label))
      for (const label of added) await client.skills.setLabel({ ...ids, label, version })
      for (const label of removed) await client.skills.setLabel({ ...ids, label, version: null })
    },
    { changes: [['workspaces']], onDone: close, showError: 'in the form' },
  )
  const becomesPublic = chosen.includes(publicLabel) && !labels.includes(publicLabel)
  const start = () => save.mutate(undefined)
  return (
    <Stack gap="xs">
      <TagsInput
        label={t.labelsOf({ version })}
        description={t.labelsHint}
        data={suggested}
        value={[...chosen]}
        onChange={setChosen}
      />
      {save.error !== null && <ErrorNotice error={save.error} />}
      <Group gap="xs">
        <Button
          size="xs"
          loading={save.isPending}
          onClick={() =>
            becomesPublic
              ? confirm({
                  title: t.makePublicTitle({ version }),
                  body: t.makePublicBody,
                  label: t.makePublic,
                  onConfirm: start,
                })
              : start()
          }
        >
          {t.saveLabels}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {t.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
