import { Box, Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { IconLock } from '../../../vendor/icons/icons.ts'
import { listTexts } from '../../lib/drafts/text-drafts.ts'
import { markdownOfText } from '../../lib/drafts/text-markdown.ts'
import { markdownOf } from '../../lib/markdown.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { UnsentComments } from '../../ui/unsent/unsent-comments.tsx'
import { t } from '../messages.ts'
import { usePage } from '../page-context.ts'

/** Shown instead of a page that the person can no longer open; hands back what was not saved. */
export function LostPage() {
  const { page, model } = usePage()
  const title = model.fields.title || t.untitled
  const { hasUnsent } = model.saver
  const comments = useTextsOf(page.id)
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

/** What the person wrote about the page and did not send. */
function useTextsOf(pageId: string): string {
  const userId = useSession().user.id
  const { data = '' } = useQuery({
    queryKey: ['unsent', 'texts', pageId],
    queryFn: async () => {
      const texts = (await listTexts(userId)).filter(({ draft }) => draft.pageId === pageId)
      return (await Promise.all(texts.map(({ draft }) => markdownOfText(draft)))).join('\n\n')
    },
    gcTime: 0,
  })
  return data
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
