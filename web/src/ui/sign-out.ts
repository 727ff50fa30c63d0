import { createContext, use } from 'react'

/** Signs the person out by `end`, unless this browser has changes that the server has not got. */
export type SignOut = (end: () => Promise<unknown>) => Promise<void>

/** What `app/` gives to the screens that offer to sign out. */
export const SignOutContext = createContext<SignOut | undefined>(undefined)

export function useSignOut(): SignOut {
  const signOut = use(SignOutContext)
  if (signOut === undefined) throw new Error('useSignOut needs a SignOutProvider above it.')
  return signOut
}
