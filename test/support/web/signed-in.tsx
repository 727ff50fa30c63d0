import type { ReactElement } from 'react'
import { Suspense } from 'react'
import type { Role } from '../../../server/lib/vocabulary.ts'
import { SignOutProvider } from '../../../web/src/app/sign-out.tsx'
import { forgetUnstored } from '../../../web/src/lib/drafts/text-drafts.ts'
import { WorkspaceProvider } from '../../../web/src/lib/workspace.tsx'
import { type Asked, answer, Refusal, render } from './screen.tsx'

export const lab = { id: 'w1', name: 'Lab', slug: 'lab' }
export const ada = {
  id: 'u1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  emailVerified: true,
  language: null,
  hasPassword: true,
  hasTotp: false,
}

/** Of the first person on the server. */
export const allRights = { isAdministrator: true, mayCreateWorkspaces: true, mayInvite: true }

type Options = {
  rights?: Partial<typeof allRights>
  role?: Role
  isGuest?: boolean
  user?: Partial<Omit<typeof ada, 'language'>> & { language?: string }
  workspaces?: { id: string; name: string; slug: string; role: Role; isGuest?: boolean }[]
  answers?: Parameters<typeof answer>[0]
  at?: string
}

/** Shows an element to a signed-in person in a workspace. Gives what is asked of the server. */
export function renderSignedIn(
  element: ReactElement,
  {
    role = 'OWNER',
    user = {},
    rights = {},
    isGuest = false,
    workspaces = [{ ...lab, role, isGuest }],
    answers = {},
    at = '/',
  }: Options = {},
): { asked: Asked[]; address: () => string } {
  localStorage.clear()
  forgetUnstored()
  const asked = answer({
    '/app/session/get': () => ({
      user: { ...ada, ...user },
      rights: { ...allRights, ...rights },
      workspaces,
    }),
    ...answers,
  })
  const { address } = render(
    <Suspense>
      <WorkspaceProvider none={<p>No workspace</p>}>
        <SignOutProvider>{element}</SignOutProvider>
      </WorkspaceProvider>
    </Suspense>,
    { at },
  )
  return { asked, address }
}

/** What was asked at one path, in order. */
export function inputsOf(asked: readonly Asked[], path: string): Record<string, unknown>[] {
  return asked.filter((one) => one.path === path).map(({ input }) => input)
}

export function invalid(path: string, rule: string, message = 'is not valid'): Refusal {
  return new Refusal(400, 'VALIDATION_FAILED', `${path} ${message}`, [{ path, rule, message }])
}
