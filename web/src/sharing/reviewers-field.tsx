import { Button, Group, MultiSelect, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from './messages.ts'
import type { Change, Permissions } from './permissions.ts'
import { useChoices } from './use-choices.ts'

type Props = {
  workspaceId: string
  review: Permissions['review']
  isPending: boolean
  change: (change: Change) => void
}

const counts = [0, 1, 2] as const

/** Who accepts proposals to change the page and the pages below it. */
export function ReviewersField({ workspaceId, review, isPending, change }: Props) {
  const stored = review?.reviewers ?? []
  const [chosen, setChosen] = useState(stored.map(({ id }) => id))
  const [required, setRequired] = useState(review?.required ?? 0)
  const choices = useChoices(workspaceId, [])
  const known = new Set(choices.map(({ value }) => value))
  const others = stored.flatMap(({ id, name }) =>
    known.has(id) ? [] : [{ value: id, label: name }],
  )
  const isSame =
    required === (review?.required ?? 0) &&
    chosen.toSorted().join() ===
      stored
        .map(({ id }) => id)
        .toSorted()
        .join()
  return (
    <Stack gap="xs">
      <MultiSelect
        label={t.reviewers}
        description={t.reviewersHint}
        {...(chosen.length === 0 && { placeholder: t.addPlaceholder })}
        searchable
        clearable
        limit={50}
        maxValues={50}
        nothingFoundMessage={t.nothingFound}
        value={chosen}
        onChange={setChosen}
        data={[...choices.map(({ value, label }) => ({ value, label })), ...others]}
      />
      {review?.inherited === true && (
        <Text size="sm" c="dimmed">
          {t.reviewersInherited}
        </Text>
      )}
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label={t.requiredReviews}
          flex="1 1 220px"
          value={`${required}`}
          onChange={({ currentTarget: { value } }) =>
            setRequired(counts.find((count) => `${count}` === value) ?? 0)
          }
          data={counts.map((count) => ({ value: `${count}`, label: t.requiredCount({ count }) }))}
        />
        <Button
          variant="default"
          disabled={isSame}
          loading={isPending}
          onClick={() => change({ review: { required, reviewerIds: chosen } })}
        >
          {t.saveReviewers}
        </Button>
      </Group>
    </Stack>
  )
}
