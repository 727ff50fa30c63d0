import { Group, Stack, Textarea } from '@mantine/core'
import { CopyButton } from '../forms/copy-button.tsx'
import { t } from './messages.ts'

/** Hands back the comments that were typed on a page that is closed now. */
export function UnsentComments({ text, onCopy }: { text: string; onCopy?: () => void }) {
  return (
    <Stack>
      <Textarea label={t.comments} value={text} readOnly autosize maxRows={12} dir="auto" />
      <Group>
        <CopyButton value={text} label={t.copy} {...(onCopy && { onCopy })} />
      </Group>
    </Stack>
  )
}
