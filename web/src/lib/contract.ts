import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Role } from '../../../server/lib/vocabulary.ts'

export type { Role } from '../../../server/lib/vocabulary.ts'

type Call<Input, Output = unknown> = (
  input: Input,
  options?: { signal?: AbortSignal },
) => Promise<Output>
type Nothing = Record<string, never>

/** Operations the server has promised: gone as soon as they are in its table. */
export type Promised = {
  setup: {
    status: Call<Nothing, { needed: boolean }>
    complete: Call<
      {
        code: string
        firstName: string
        lastName: string
        email: string
        password: string
        workspaceName: string
      },
      { userId: string; workspaceId: string }
    >
  }
  signIn: { methods: Call<Nothing, SignInMethods> }
  profile: {
    update: Call<{ firstName?: string; lastName?: string; email?: string; password?: string }>
    changePassword: Call<{ current?: string; next: string }>
  }
  password: {
    requestReset: Call<{ email: string }>
    reset: Call<{ token: string; password: string }>
  }
  totp: {
    begin: Call<Nothing, { secret: string; uri: string }>
    confirm: Call<{ code: string }, { recoveryCodes: string[] }>
    remove: Call<{ password: string }>
  }
  passkeys: {
    list: Call<Nothing, { passkeys: Passkey[] }>
    begin: Call<Nothing, PublicKeyCredentialCreationOptionsJSON>
    finish: Call<{ name: string; response: unknown }>
    remove: Call<{ passkeyId: string }>
    challenge: Call<Nothing, PublicKeyCredentialRequestOptionsJSON>
    signIn: Call<{ response: unknown }>
  }
  invitations: {
    create: Call<{ workspaceId: string; role: Role; email?: string }, NewInvitation>
    list: Call<{ workspaceId: string }, { invitations: Invitation[] }>
    revoke: Call<{ workspaceId: string; invitationId: string }>
    get: Call<
      { token: string },
      { workspaceName: string; inviter: string; role: Role; email: string | null }
    >
    accept: Call<
      { token: string; firstName?: string; lastName?: string; email?: string; password?: string },
      { workspaceId: string }
    >
  }
  members: {
    list: Call<{ workspaceId: string }, { members: Member[] }>
    update: Call<{ workspaceId: string; userId: string; role: Role }>
    remove: Call<{ workspaceId: string; userId: string }>
    resetLink: Call<{ workspaceId: string; userId: string }, { url: string }>
  }
  keys: {
    list: Call<Nothing, { keys: ApiKey[] }>
    ofWorkspace: Call<{ workspaceId: string }, { keys: ApiKey[] }>
    create: Call<NewKey, { id: string; key: string }>
    revoke: Call<{ keyId: string }>
  }
  workspaceSettings: {
    get: Call<{ workspaceId: string }, { name: string; slug: string; instructions: string | null }>
    update: Call<{ workspaceId: string; name?: string; instructions?: string | null }>
    create: Call<{ name: string }, { id: string }>
  }
}

export type SignInMethods = {
  password: boolean
  passkeys: boolean
  oidc: { name: string } | null
  mail: boolean
}

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null }
export type NewInvitation = { id: string; url: string; expiresAt: string; mailed: boolean }
export type Invitation = {
  id: string
  role: Role
  email: string | null
  createdAt: string
  expiresAt: string
}
export type Member = {
  id: string
  firstName: string
  lastName: string
  email: string
  role: Role
  joinedAt: string
}
export type Expiry = '7d' | '30d' | '90d' | '1y' | 'never'
export type NewKey = { name: string; expires: Expiry; readOnly?: boolean; workspaceIds?: string[] }
export type ApiKey = {
  id: string
  name: string
  first: string
  last: string
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  readOnly: boolean
  workspaceIds: string[] | null
  state: 'active' | 'expiring' | 'expired' | 'revoked'
  owner?: { id: string; firstName: string; lastName: string }
}
