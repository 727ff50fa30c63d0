import type { FileStore } from '../files/file-store.ts'
import type { OutboundHttp } from '../lib/network/outbound-http.ts'
import type { Secrets } from '../lib/secrets/secrets.ts'
import type { vias } from '../lib/vocabulary.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Store, Viewer } from '../store/index.ts'
import type { Throttle } from './administration/throttle.ts'
import type { ChatServices } from './chats/adapters.ts'
import type { ContentEngine } from './document/engine.ts'
import type { ProposalDraft } from './pages/proposed.ts'
import type { OidcProvider } from './people/sign-in/oidc-provider.ts'
import type { CallerRun } from './runs/caller-run.ts'
import type { RunBook } from './runs/run-book.ts'
import type { SearchIndexes } from './search/index-cache.ts'
import type { SemanticEngine } from './semantic/engine.ts'
import type { UseCounter } from './skills/use/use-counter.ts'
import type { WebhookSettings } from './webhooks/settings.ts'

/** The interface that a change came through; recorded in its event. */
export type Via = (typeof vias)[number]

/** The origin of a request: its IP address and user agent. */
export type Client = { address: string; userAgent: string }

/** The browser of a request, for sign-in. */
export type BrowserRequest = Client & {
  /** The origin through which it reached this server, without a trailing slash. */
  origin: string
  /** Sets the session cookie of the response; undefined removes it. */
  keepToken: (token: string | undefined) => void
  /** The device cookie: the value that the browser sent, and the one to set. */
  readDevice: () => string | undefined
  keepDevice: (device: string) => void
  /** The cookie of a visitor session: the value that the browser sent for a share link, and the one to set. */
  readVisitor: () => string | undefined
  keepVisitor: (linkId: string, token: string) => void
  /** Reports a failure after the response, such as an email that could not be sent. */
  report: (error: unknown) => void
}

/** What a share link lets its visitors do. */
export type Visitor = {
  /** ID of the visitor session. */
  id: string
  linkId: string
  workspaceId: string
  /** One of `levelNumbers`. */
  level: number
  allowsUploads: boolean
}

export type Caller = {
  userId: string
  keyId: string | undefined
  via: Via
  readOnly: boolean
  /** It may propose changes, and not write. */
  proposeOnly?: true
  /** An agent uses the key of a person: what it does is not what the person decided. */
  forAgent?: true
  /** Of a signed-in person. */
  sessionId?: string
  /** Whether a signed-in person must set up a second factor before anything else. */
  needsSecondFactor?: boolean
  browser?: BrowserRequest
  /** Undefined for a caller without a network, such as a command. */
  client?: Client
  /** How an MCP client calls itself. */
  program?: { name: string; title?: string | undefined }
  /** The name of the run, as the program gave it. */
  runName?: unknown
  /** What the server calls the run, for one of its own. */
  runClient?: string
  /** Set for writes in a workspace. */
  run?: CallerRun
  /** The run that proposed what the caller accepts. */
  proposedRunId?: string | null
  /** The only workspaces that an API key may access; undefined means all of the person's workspaces. */
  workspaceIds: readonly string[] | undefined
  /** The default workspace of the API key. */
  activeWorkspaceId?: string | undefined
  /** Someone without an account who opened a share link. Their `userId` is empty until they give a name. */
  visitor?: Visitor
  /** Where others read the answer, as in a group chat: who is answered, instead of the person who asked. */
  audienceId?: string
}

/** The dependencies of sign-in besides the store. */
export type SignIn = {
  throttle: Throttle
  /** Undefined where no email can be sent. */
  mail: Mailer | undefined
  secrets: Secrets
  /** Single sign-on; undefined where it is not configured. */
  oidc: OidcProvider | undefined
}

/** The dependencies that webhooks and chat bots share. */
export type Integrations = {
  secrets: Secrets
  outboundHttp: OutboundHttp
  webhookSettings: WebhookSettings
  /** Base of absolute URLs, without a trailing slash. */
  baseUrl: string
  /** Whether the server listens on the loopback interface only. */
  isLocal: boolean
  /** Undefined when the server sends no email. */
  mail: Mailer | undefined
  chatServices: ChatServices
  /** The server that creates PDFs; undefined where none is configured. */
  gotenbergUrl: string | undefined
}

/** The dependencies of the domain. */
export type Context = {
  store: Store
  files: FileStore
  content: ContentEngine
  search: SearchIndexes
  semantic: SemanticEngine
  integrations: Integrations
  signIn: SignIn
  runs: RunBook
  skillUses: UseCounter
  caller: Caller
  /** Base of absolute URLs, without a trailing slash; undefined leaves URLs relative. */
  publicUrl: string | undefined
}

/** The context of work in one workspace, after its rights were checked. */
export type WorkspaceContext = Context & {
  viewer: Viewer
  /** Collects what changes of pages would write, instead of writing them. */
  draft?: ProposalDraft
}
