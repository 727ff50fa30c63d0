import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chatSubscriptions } from '../../../server/store/index.ts'
import { startFixture, type Fixture } from '../../support/outside/webhooks.ts'
import { addComment, addFile, addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { actionsOf, type AgentRuns, agentRuns } from '../../support/reverts/agent-runs.ts'
import { addKey } from '../../support/server.ts'

let fixture: Fixture
let ben: Person
let calls: AgentRuns
before(async () => {
  fixture = await startFixture({ rateLimit: 0 })
  const { quire } = fixture
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  calls = agentRuns(quire, await addKey(quire))
})
after(() => fixture.close())
