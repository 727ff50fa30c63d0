import { Group, Stack, Text, Textarea } from '@mantine/core'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { UnsentComments } from '../ui/unsent/unsent-comments.tsx'
import { t } from './messages.ts'

/** After the end of a link. What the visitor wrote and could not save is handed back. */
export function LinkEnded({ unsent, comments }: { unsent: string | undefined; comments: string }) {
  return (
    <CardScreen title={t.endedTitle} description={t.endedHint}>
      {(unsent !== undefined || comments !== '') && (
        <Stack>
          <Text size="sm">{t.unsentHint}</Text>
          {comments !== '' && <UnsentComments text={comments} />}
          {unsent !== undefined && (
            <>
              <Textarea label={t.unsent} value={unsent} readOnly autosize maxRows={12} dir="auto" />
              <Group>
                <CopyButton value={unsent} label={t.copy} />
              </Group>
            </>
          )}
        </Stack>
      )}
    </CardScreen>
  )
}
