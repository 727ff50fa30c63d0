import * as serverSettings from './administration/server-settings.ts'
import * as service from './administration/service.ts'
import * as chatSubscriptions from './chats/chat-subscriptions.ts'
import * as chats from './chats/chats.ts'
import * as comments from './comments/comments.ts'
import * as files from './files/files.ts'
import * as inbox from './inbox/inbox.ts'
import * as watches from './inbox/watches.ts'
import * as pageLinks from './links/page-links.ts'
import * as tags from './links/tags.ts'
import type { Operation } from './operation.ts'
import * as copies from './pages/copies.ts'
import * as favourites from './pages/favourites.ts'
import * as history from './pages/history.ts'
import * as markdownFiles from './pages/markdown-files.ts'
import * as pageFiles from './pages/page-files.ts'
import * as pages from './pages/pages.ts'
import * as properties from './pages/properties.ts'
import * as recent from './pages/recent.ts'
import * as trash from './pages/trash.ts'
import * as accounts from './people/accounts.ts'
import * as agentAccounts from './people/agent-accounts.ts'
import * as agentCredentials from './people/agent-credentials.ts'
import * as instructions from './people/instructions.ts'
import * as invitations from './people/invitations.ts'
import * as keys from './people/keys.ts'
import * as members from './people/members.ts'
import * as passkeys from './people/passkeys.ts'
import * as password from './people/password.ts'
import * as profile from './people/profile.ts'
import * as session from './people/session.ts'
import * as setup from './people/setup.ts'
import * as signIn from './people/sign-in.ts'
import * as totp from './people/totp.ts'
import * as workspaceSettings from './people/workspace-settings.ts'
import * as workspaces from './people/workspaces.ts'
import * as proposals from './proposals/proposals.ts'
import * as groups from './rights/groups.ts'
import * as permissions from './rights/permissions.ts'
import * as activity from './runs/activity.ts'
import * as reverts from './runs/reverts.ts'
import * as runs from './runs/runs.ts'
import * as embeddings from './search/embeddings.ts'
import * as search from './search/search.ts'
import * as links from './sharing/links.ts'
import * as sites from './sharing/sites.ts'
import * as skillEvaluations from './skills/skill-evaluations.ts'
import * as skillFiles from './skills/skill-files.ts'
import * as skillImports from './skills/skill-imports.ts'
import * as skillLinks from './skills/skill-links.ts'
import * as skillUses from './skills/skill-uses.ts'
import * as skills from './skills/skills.ts'
import * as dailyPages from './templates/daily-pages.ts'
import * as templates from './templates/templates.ts'
import * as imports from './transfer/imports.ts'
import * as transfers from './transfer/transfers.ts'
import * as views from './views/views.ts'
import * as webhookDeliveries from './webhooks/webhook-deliveries.ts'
import * as webhooks from './webhooks/webhooks.ts'

/** The table of operations by noun. All transports are derived from it. */
export const operations = {
  service,
  workspaces,
  pages,
  history,
  activity,
  runs,
  reverts,
  properties,
  copies,
  templates,
  skillLinks,
  skills,
  skillFiles,
  skillImports,
  skillUses,
  skillEvaluations,
  instructions,
  dailyPages,
  favourites,
  recent,
  trash,
  pageFiles,
  markdownFiles,
  pageLinks,
  tags,
  views,
  comments,
  proposals,
  inbox,
  watches,
  files,
  imports,
  transfers,
  links,
  permissions,
  groups,
  search,
  sites,
  setup,
  signIn,
  session,
  profile,
  password,
  totp,
  passkeys,
  accounts,
  invitations,
  agentAccounts,
  agentCredentials,
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

export type Noun = keyof Operations
/** `<noun>.<name>` */
export type OperationId = {
  [Each in Noun]: `${Each}.${keyof Operations[Each] & string}`
}[Noun]

export type NamedOperation = Operation & { noun: Noun; name: string; id: OperationId }

/** The table as a list. */
export function listOperations(): NamedOperation[] {
  return Object.entries(operations).flatMap(([noun, members]) =>
    Object.entries(members).map(([name, operation]) => ({
      // SAFETY: run takes what its own input schema lets through, and call() holds it to that.
      ...(operation as unknown as Operation),
      // SAFETY: the keys of the table, as the types are made from it.
      noun: noun as Noun,
      name,
      id: `${noun}.${name}` as OperationId,
    })),
  )
}
