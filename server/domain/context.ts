import type { FileStore } from '../files/file-store.ts'
import type { OutboundHttp } from '../lib/network/outbound-http.ts'
import type { Secrets } from '../lib/secrets/secrets.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Store } from '../store/index.ts'
import type { Throttle } from './administration/throttle.ts'
import type { ChatServices } from './chats/adapters.ts'
import type { ContentEngine } from './document/engine.ts'
import type { OidcProvider } from './people/sign-in/oidc-provider.ts'
import type { SearchIndexes } from './search/index-cache.ts'
import type { SemanticEngine } from './semantic/engine.ts'
import type { WebhookSettings } from './webhooks/settings.ts'

/** Through which door a change came; told in its event. */
export type Via = 'api' | 'cli' | 'web' | 'mcp' | 'chat' | 'import'

/** Where a request comes from: its IP address, and the program that sends it. */
export type Client = { address: string; userAgent: string }

/** A person's browser, as far as signing in has to do with it. */
export type BrowserRequest = Client & {
  /** Under which address it reached this server, without a slash at the end. */
  origin: string
  /** What its cookie holds once the answer is sent; undefined takes the cookie away. */
  keepToken: (token: string | undefined) => void
  /** What the browser kept of an earlier sign-in, and what it is to keep of this one. */
  readDevice: () => string | undefined
  keepDevice: (device: string) => void
  /** Hears of what went wrong after the answer, such as a mail that could not be sent. */
  report: (error: unknown) => void
}

export type Caller = {
  userId: string
  keyId: string | undefined
  via: Via
  readOnly: boolean
  /** Of a person who is signed in. */
  sessionId?: string
  browser?: BrowserRequest
  /** Left out where a request came from no network, such as a command. */
  client?: Client
  /** The only workspaces it may touch; undefined is all of the person's. */
  workspaceIds: readonly string[] | undefined
  /** The workspace it works in while it names none; kept with the key. */
  activeWorkspaceId?: string | undefined
}

/** What signing in needs beside the store. */
export type SignIn = {
  throttle: Throttle
  /** Undefined where no mail can be sent. */
  mail: Mailer | undefined
  secrets: Secrets
  /** Another way in; undefined where none is set. */
  oidc: OidcProvider | undefined
}

/** What webhooks and chat bots share. */
export type Integrations = {
  secrets: Secrets
  outboundHttp: OutboundHttp
  webhookSettings: WebhookSettings
  /** Base of absolute addresses, without a slash at the end. */
  baseUrl: string
  /** Undefined when the server sends no mail. */
  mail: Mailer | undefined
  chatServices: ChatServices
}

/** What every rule works with. */
export type Context = {
  store: Store
  files: FileStore
  content: ContentEngine
  search: SearchIndexes
  semantic: SemanticEngine
  integrations: Integrations
  signIn: SignIn
  caller: Caller
  /** Base of absolute addresses, without a slash at the end; undefined leaves paths. */
  publicUrl: string | undefined
}
