import { describe } from 'node:test'
import { administrationContract } from './contract/administration.ts'
import { agentsContract } from './contract/agents.ts'
import { allWorkspacesContract } from './contract/all-workspaces.ts'
import { backupContract } from './contract/backup.ts'
import { chatsContract } from './contract/chats.ts'
import { commentsContract } from './contract/comments.ts'
import type { Dialect } from './contract/dialect.ts'
import { embeddingsContract } from './contract/embeddings.ts'
import { eventsContract } from './contract/events.ts'
import { filesContract } from './contract/files.ts'
import { historyContract } from './contract/history.ts'
import { idempotencyKeysContract } from './contract/idempotency-keys.ts'
import { inboxChatsContract } from './contract/inbox/chats.ts'
import { inboxContract } from './contract/inbox/inbox.ts'
import { openThreadsContract } from './contract/inbox/open-threads.ts'
import { inboxSettingsContract } from './contract/inbox/settings.ts'
import { watchesContract } from './contract/inbox/watches.ts'
import { jobsContract, queuesContract } from './contract/jobs.ts'
import { pagesContract } from './contract/pages.ts'
import { pageLinksContract } from './contract/pages/links.ts'
import { propertiesContract } from './contract/pages/properties.ts'
import { skillStatesContract } from './contract/pages/skill-states.ts'
import { skillUsesContract } from './contract/pages/skill-uses.ts'
import { skillsContract } from './contract/pages/skills.ts'
import { sourcesContract } from './contract/pages/sources.ts'
import { stepsContract } from './contract/pages/steps.ts'
import { templatesContract } from './contract/pages/templates.ts'
import { viewsContract } from './contract/pages/views.ts'
import { peopleContract } from './contract/people.ts'
import { accountsContract } from './contract/people/accounts.ts'
import { agentAccountsContract } from './contract/people/agent-accounts.ts'
import { personalContract } from './contract/personal.ts'
import { approvalsContract } from './contract/proposals/approvals.ts'
import { proposalsContract } from './contract/proposals/proposals.ts'
import { deliveriesInSectionsContract } from './contract/rights/deliveries.ts'
import { linksContract } from './contract/rights/links.ts'
import { readableVectorsContract } from './contract/rights/readable-vectors.ts'
import { readableContract } from './contract/rights/readable.ts'
import { sectionsContract } from './contract/rights/sections.ts'
import { sitesContract } from './contract/rights/sites.ts'
import { streamsContract } from './contract/rights/streams.ts'
import { visibilityContract } from './contract/rights/visibility.ts'
import { runsContract } from './contract/runs/runs.ts'
import { searchContract } from './contract/search.ts'
import { signInContract } from './contract/sign-in.ts'
import { snapshotContract } from './contract/snapshots.ts'
import { statementsContract } from './contract/statements.ts'
import { transactionContract } from './contract/transactions.ts'
import { importsContract } from './contract/transfer/imports.ts'
import { transfersContract } from './contract/transfer/transfers.ts'
import { trashContract } from './contract/trash.ts'
import { treeContract } from './contract/tree.ts'
import { webhooksContract } from './contract/webhooks.ts'

const contracts = [
  transactionContract,
  snapshotContract,
  eventsContract,
  idempotencyKeysContract,
  jobsContract,
  queuesContract,
  embeddingsContract,
  peopleContract,
  accountsContract,
  agentAccountsContract,
  signInContract,
  skillStatesContract,
  skillUsesContract,
  skillsContract,
  pagesContract,
  stepsContract,
  propertiesContract,
  sourcesContract,
  importsContract,
  transfersContract,
  templatesContract,
  historyContract,
  personalContract,
  trashContract,
  treeContract,
  agentsContract,
  administrationContract,
  commentsContract,
  proposalsContract,
  approvalsContract,
  inboxContract,
  watchesContract,
  inboxSettingsContract,
  inboxChatsContract,
  openThreadsContract,
  filesContract,
  sectionsContract,
  readableContract,
  deliveriesInSectionsContract,
  streamsContract,
  readableVectorsContract,
  visibilityContract,
  linksContract,
  pageLinksContract,
  viewsContract,
  sitesContract,
  searchContract,
  runsContract,
  webhooksContract,
  chatsContract,
  allWorkspacesContract,
  backupContract,
]

/** The contract of every dialect of the store. The test of a dialect passes a function that opens a real store. */
export function describeStore(dialect: Dialect): void {
  const { name, open } = dialect
  describe(`the store on ${name}`, () => {
    for (const contract of contracts) {
      contract(open)
    }
    statementsContract(dialect)
  })
}
