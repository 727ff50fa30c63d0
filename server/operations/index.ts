import * as chatSubscriptions from './chat-subscriptions.ts'
import * as chats from './chats.ts'
import * as comments from './comments.ts'
import * as embeddings from './embeddings.ts'
import * as favourites from './favourites.ts'
import * as files from './files.ts'
import * as history from './history.ts'
import * as invitations from './invitations.ts'
import * as keys from './keys.ts'
import * as members from './members.ts'
import type { Operation } from './operation.ts'
import * as pageFiles from './page-files.ts'
import * as pages from './pages.ts'
import * as passkeys from './passkeys.ts'
import * as password from './password.ts'
import * as profile from './profile.ts'
import * as recent from './recent.ts'
import * as search from './search.ts'
import * as serverSettings from './server-settings.ts'
import * as service from './service.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
import * as signIn from './sign-in.ts'
import * as totp from './totp.ts'
import * as trash from './trash.ts'
import * as webhookDeliveries from './webhook-deliveries.ts'
import * as webhooks from './webhooks.ts'
import * as workspaceSettings from './workspace-settings.ts'
import * as workspaces from './workspaces.ts'

/** The table: every noun with its operations. Every door is made from it. */
export const operations = {
  service,
  workspaces,
  pages,
  history,
  favourites,
  recent,
  trash,
  pageFiles,
  comments,
  files,
  search,
  setup,
  signIn,
  session,
  profile,
  password,
  totp,
  passkeys,
  invitations,
  members,
  keys,
  workspaceSettings,
  serverSettings,
  embeddings,
  webhooks,
  webhookDeliveries,
  chats,
  chatSubscriptions,
}

export type Operations = typeof operations

export type NamedOperation = Operation & { noun: string; name: string; id: string }

/** The table as a list; the id is `<noun>.<name>`. */
export function listOperations(): NamedOperation[] {
  return Object.entries(operations).flatMap(([noun, members]) =>
    Object.entries(members).map(([name, operation]) => ({
      // SAFETY: run takes what its own input schema lets through, and call() holds it to that.
      ...(operation as unknown as Operation),
      noun,
      name,
      id: `${noun}.${name}`,
    })),
  )
}
