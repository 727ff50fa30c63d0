import { notifications } from '@mantine/notifications'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { leave } from '../lib/entering.ts'
import { isCode, messageOf } from '../lib/errors.ts'
import { readUnsent, sendOpenPages, type Unsent } from '../lib/saving/unsent.ts'
import { useSession } from '../lib/session.ts'

const SignOutDialog = lazy(async () => ({
  default: (await import('./sign-out-dialog.tsx')).SignOutDialog,
}))

/** The way out, which never throws away what was not sent. `dialog` has to be shown by whoever uses it. */
export function useSignOut(act: () => Promise<unknown>): {
  signOut: () => Promise<void>
  dialog: ReactNode
} {
  const { user } = useSession()
  const [unsent, setUnsent] = useState<readonly Unsent[]>([])
  const end = async () => {
    try {
      await act()
      return true
    } catch (error) {
      // The session has ended already.
      if (isCode(error, 'SIGN_IN_REQUIRED')) return true
      notifications.show({ color: 'red', message: messageOf(error) })
      return false
    }
  }
  const signOut = async () => {
    await sendOpenPages()
    const left = await readUnsent(user.id)
    if (left.length > 0) setUnsent(left)
    else if (await end()) leave()
  }
  const dialog = unsent.length > 0 && (
    <Suspense>
      <SignOutDialog {...{ user, unsent, end, leave }} close={() => setUnsent([])} />
    </Suspense>
  )
  return { signOut, dialog }
}
