import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { fileNameOf, saveText } from '../lib/markdown.ts'
import type { Session } from '../lib/session.ts'
import { useSignInRedirect } from '../lib/sign-in-redirect.ts'
import { discardUnsent, readUnsentText, sendUnsent } from '../pages/saving/send-unsent.ts'
import { readUnsent, type Unsent } from '../pages/saving/unsent.ts'
import { UnsentRows } from '../pages/unsent/unsent-rows.tsx'
import { OpenedModal } from '../ui/forms/opened-modal.tsx'
import { t } from './messages.ts'

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
  const signInAgain = useSignInRedirect()
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
      const text = await readUnsentText(user, entry)
      if (text !== undefined) parts.push(`# ${entry.title}\n\n${text}`)
    }
    const [only] = entries
    const name = entries.length === 1 && only !== undefined ? only.title : t.unsentFileName
    saveText(fileNameOf(name), parts.join('\n\n'))
  }
  const isSignedOut = entries.some(
    ({ state }) => state.kind === 'failed' && state.reason === 'signed-out',
  )
  return (
    <OpenedModal onClose={close} size="lg" title={t.unsentTitle}>
      <Stack>
        <Text size="sm">{t.unsentHint({ count: entries.length })}</Text>
        <UnsentRows entries={entries} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t.staySignedIn}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => void busy(download)}>
            {t.download}
          </Button>
          <Button variant="light" color="red" disabled={isBusy} onClick={() => void busy(discard)}>
            {t.discardAndSignOut}
          </Button>
          {isSignedOut ? (
            <Button onClick={() => void signInAgain('/unsent')}>{t.signInToSend}</Button>
          ) : (
            <Button loading={isBusy} onClick={() => void busy(send)}>
              {t.sendAndSignOut}
            </Button>
          )}
        </Group>
      </Stack>
    </OpenedModal>
  )
}
