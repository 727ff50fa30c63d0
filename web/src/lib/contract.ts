import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Call<Input, Output = unknown> = (
  input: Input,
  options?: { signal?: AbortSignal },
) => Promise<Output>
type Nothing = Record<string, never>

/** Operations the server has promised: gone as soon as they are in its table. */
export type Promised = {
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
}

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null }
