import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSignInAgain } from '../lib/entering.ts'
import { fileNameOf, markdownOf, saveText } from '../lib/markdown.ts'
import type { Session } from '../lib/session.ts'
import { discardUnsent, readUnsentText, sendUnsent } from '../pages/saving/send-unsent.ts'
import { readUnsent, type Unsent } from '../pages/saving/unsent.ts'
import { UnsentRows } from '../pages/unsent/unsent-rows.tsx'

type Props = {
  user: Session['user']
  unsent: readonly Unsent[]
  /** Ends the session; false when that failed, and then nothing may be forgotten. */
  end: () => Promise<boolean>
  leave: () => void
  close: () => void
}

/** Before a person signs out: what they wrote and the server has not got. */
export function SignOutDialog({ user, unsent, end, leave, close }: Props) {
  const [entries, setEntries] = useState(unsent)
  const [isBusy, setBusy] = useState(false)
  const signInAgain = useSignInAgain()
  const busy = async (act: () => Promise<void>) => {
    setBusy(true)
    await act().finally(() => setBusy(false))
  }
  const send = async () => {
    for (const entry of entries) await sendUnsent(user, entry)
    const left = await readUnsent(user.id)
    setEntries(left)
    if (left.length === 0 && (await end())) leave()
  }
  const discard = async () => {
    if (!(await end())) return
    for (const entry of entries) await discardUnsent(user, entry)
    leave()
  }
  const download = async () => {
    const parts: string[] = []
    for (const entry of entries) {
      const page = await readUnsentText(user, entry)
      if (page !== undefined) parts.push(`# ${page.title}\n\n${await markdownOf(page)}`)
    }
    const [only] = entries
    const name = entries.length === 1 && only !== undefined ? only.title : 'Unsent changes'
    saveText(fileNameOf(name), parts.join('\n\n'))
  }
  const isSignedOut = entries.some(
    ({ state }) => state.kind === 'failed' && state.reason === 'signed-out',
  )
  return (
    <Modal opened onClose={close} size="lg" title="Some changes are not sent yet">
      <Stack>
        <Text size="sm">
          {entries.length === 1 ? 'This page has changes' : 'These pages have changes'} that only
          this browser has. Send or download them before you sign out, or discard them.
        </Text>
        <UnsentRows entries={entries} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Stay signed in
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => void busy(download)}>
            Download as Markdown
          </Button>
          <Button variant="light" color="red" disabled={isBusy} onClick={() => void busy(discard)}>
            Discard and sign out
          </Button>
          {isSignedOut ? (
            <Button onClick={() => void signInAgain('/unsent')}>Sign in to send</Button>
          ) : (
            <Button loading={isBusy} onClick={() => void busy(send)}>
              Send and sign out
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
