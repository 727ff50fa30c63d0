import { Box, Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { IconLock } from '../../../vendor/icons/icons.ts'
import { markdownOf } from '../../lib/markdown.ts'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { commentDrafts } from '../../ui/unsent/comment-drafts.ts'
import { UnsentComments } from '../../ui/unsent/unsent-comments.tsx'
import { t } from '../messages.ts'
import { usePage } from '../page-context.ts'

/** Shown instead of a page that the person can no longer open; hands back what was not saved. */
export function LostPage() {
  const { model } = usePage()
  const title = model.fields.title || t.untitled
  const { hasUnsent } = model.saver
  const [comments] = useState(commentDrafts)
  return (
    <>
      <div role="alert">
        <EmptyState icon={<IconLock size={26} />} title={t.lostTitle}>
          {hasUnsent ? t.lostUnsent({ title }) : t.lostHint({ title })}
        </EmptyState>
      </div>
      {comments !== '' && (
        <Box maw={640} mx="auto" px="md" pb="xl">
          <UnsentComments text={comments} />
        </Box>
      )}
      {hasUnsent ? (
        <UnsentText />
      ) : (
        <Group justify="center">
          <Button component={Link} to="/">
            {t.goHome}
          </Button>
        </Group>
      )}
    </>
  )
}

function UnsentText() {
  const { page, model, failureActions } = usePage()
  const { data: text } = useQuery({
    queryKey: ['unsent', page.id],
    queryFn: () => markdownOf(model.read()),
    gcTime: 0,
  })
  return (
    <Stack maw={640} mx="auto" px="md" pb="xl">
      {text !== undefined && (
        <Textarea
          label={t.unsentText}
          value={text}
          readOnly
          autosize
          minRows={3}
          maxRows={12}
          dir="auto"
        />
      )}
      <Group gap="xs">
        {failureActions.map(({ label, act }, index) => (
          <Button
            key={label}
            variant={index === 0 ? 'filled' : 'default'}
            onClick={() => void act()}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
