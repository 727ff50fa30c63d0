import { notifications } from '@mantine/notifications'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { forgetUnstored } from '../lib/drafts/text-drafts.ts'
import { isCode, messageOf } from '../lib/errors.ts'
import { clearOfflineOwner } from '../lib/offline/offline-owner.ts'
import { useSession } from '../lib/session.ts'
import { leave } from '../lib/sign-in-redirect.ts'
import { readUnsent, sendOpenPages, type Unsent } from '../pages/saving/unsent.ts'
import { type SignOut, SignOutContext } from '../ui/sign-out.ts'

const SignOutDialog = lazy(async () => ({
  default: (await import('./sign-out-dialog.tsx')).SignOutDialog,
}))

/** A sign-out that waits for the person to decide about changes that are not sent. */
type Pending = { at: string; unsent: readonly Unsent[]; end: () => Promise<boolean> }

/** Lets everything below sign out; what was not sent is never thrown away without asking. */
export function SignOutProvider({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const [pending, setPending] = useState<Pending>()
  const close = useCallback(() => setPending(undefined), [])
  // A page that is opened from the dialog is not covered by it.
  if (pending !== undefined && pending.at !== pathname) close()
  const signOut = useCallback<SignOut>(
    async (act) => {
      const end = () => endSession(act)
      await Promise.all([sendOpenPages(), storeTexts()])
      const unsent = await readUnsent(user.id)
      if (unsent.length > 0) setPending({ at: pathname, unsent, end })
      else if (await end()) leave()
    },
    [user.id, pathname],
  )
  return (
    <SignOutContext value={signOut}>
      {children}
      {pending !== undefined && (
        <Suspense>
          <SignOutDialog unsent={pending.unsent} end={pending.end} {...{ user, leave, close }} />
        </Suspense>
      )}
    </SignOutContext>
  )
}

async function storeTexts(): Promise<void> {
  const { storeOpenTexts } = await import('../lib/drafts/open-text.ts')
  await storeOpenTexts()
}

/** Whether the session has ended; if not, the person has read why. */
async function endSession(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
  } catch (error) {
    // Otherwise the session has ended already.
    if (!isCode(error, 'SIGN_IN_REQUIRED')) {
      notifications.show({ color: 'red', message: messageOf(error) })
      return false
    }
  }
  await deleteStored()
  return true
}

async function deleteStored(): Promise<void> {
  clearOfflineOwner()
  forgetUnstored()
  try {
    const { deleteOfflinePages } = await import('../offline/offline-deletion.ts')
    await deleteOfflinePages()
  } catch {
    // Without an owner they are shown to nobody, and deleted at the next start.
  }
}
