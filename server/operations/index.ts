import * as chatSubscriptions from './chat-subscriptions.ts'
import * as chats from './chats.ts'
import * as comments from './comments.ts'
import * as favourites from './favourites.ts'
import * as files from './files.ts'
import * as history from './history.ts'
import type { Operation } from './operation.ts'
import * as pageFiles from './page-files.ts'
import * as pages from './pages.ts'
import * as recent from './recent.ts'
import * as search from './search.ts'
import * as service from './service.ts'
import * as session from './session.ts'
import * as trash from './trash.ts'
import * as webhookDeliveries from './webhook-deliveries.ts'
import * as webhooks from './webhooks.ts'
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
  session,
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
