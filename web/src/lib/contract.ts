/** Operations the server has promised: gone as soon as they are in its table. */
export type Promised = {
  session: {
    get: (input?: object, options?: { signal?: AbortSignal }) => Promise<Session>
    remove: (input?: object) => Promise<unknown>
  }
}

export type Session = {
  user: {
    id: string
    firstName: string
    lastName: string
    email: string
    hasPassword: boolean
    hasTotp: boolean
  }
  workspaces: { id: string; name: string; slug: string; role: Role }[]
}

export type { Role } from '../../../server/lib/vocabulary.ts'
import type { Role } from '../../../server/lib/vocabulary.ts'
