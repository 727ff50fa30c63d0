import { Group, Stack, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { UnsentComments } from '../ui/unsent/unsent-comments.tsx'
import { t } from './messages.ts'

type Props = {
  unsent: string
  comments: string
  /** Deletes what this browser stores of it. */
  forget: () => void
}

/** After the end of a link. What the visitor wrote and could not save is handed back. */
export function LinkEnded({ unsent, comments, forget }: Props) {
  const left = useRef(
    new Set([...(unsent === '' ? [] : ['page']), ...(comments === '' ? [] : ['comments'])]),
  )
  const copied = (part: 'page' | 'comments') => () => {
    left.current.delete(part)
    if (left.current.size === 0) forget()
  }
  return (
    <CardScreen title={t.endedTitle} description={t.endedHint}>
      {(unsent !== '' || comments !== '') && (
        <Stack>
          <Text size="sm">{t.unsentHint}</Text>
          {comments !== '' && <UnsentComments text={comments} onCopy={copied('comments')} />}
          {unsent !== '' && (
            <>
              <Textarea label={t.unsent} value={unsent} readOnly autosize maxRows={12} dir="auto" />
              <Group>
                <CopyButton value={unsent} label={t.copy} onCopy={copied('page')} />
              </Group>
            </>
          )}
        </Stack>
      )}
    </CardScreen>
  )
}
