import { Stack, Text, Textarea } from '@mantine/core'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { t } from './messages.ts'

/** After the end of a link. What the visitor wrote and could not save is handed back. */
export function LinkEnded({ unsent }: { unsent?: string | undefined }) {
  return (
    <CardScreen title={t.endedTitle} description={t.endedHint}>
      {unsent !== undefined && (
        <Stack>
          <Text size="sm">{t.unsentHint}</Text>
          <Textarea label={t.unsent} value={unsent} readOnly autosize maxRows={12} dir="auto" />
          <CopyButton value={unsent} label={t.copy} />
        </Stack>
      )}
    </CardScreen>
  )
}
