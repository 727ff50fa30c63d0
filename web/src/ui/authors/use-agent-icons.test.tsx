import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal, screen, waitUntilIdle } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { AgentIcon } from './agent-icon.tsx'
import { useAgentIcons } from './use-agent-icons.ts'

const members = [
  { id: 'u1', kind: 'person', icon: null },
  { id: 'a1', kind: 'agent', icon: '🦊' },
  { id: 'a2', kind: 'agent', icon: null },
]
const path = '/app/members/list'

function Icons() {
  const icons = useAgentIcons()
  return <output>{JSON.stringify([...icons])}</output>
}

describe('the icons of agents', () => {
  it('are those of the members that are agents', async () => {
    renderSignedIn(<Icons />, { answers: { [path]: () => ({ members }) } })
    await screen.findByText('[["a1","🦊"],["a2",null]]')
  })

  it('are none while the list cannot be read', async () => {
    const refuse = () => new Refusal(403, 'FORBIDDEN', 'Guests see only what was shared with them.')
    const { asked } = renderSignedIn(<Icons />, { answers: { [path]: refuse } })
    await screen.findByText('[]')
    await waitUntilIdle()
    assert.equal(inputsOf(asked, path).length, 1)
  })

  it('are not asked for by a guest', async () => {
    const { asked } = renderSignedIn(<Icons />, { isGuest: true })
    await screen.findByText('[]')
    assert.equal(inputsOf(asked, path).length, 0)
  })
})

describe('AgentIcon', () => {
  it('is a robot without an emoji, and is not read aloud', () => {
    renderSignedIn(
      <>
        <AgentIcon icon="🦊" />
        <AgentIcon icon={null} />
      </>,
      { answers: { [path]: () => ({ members }) } },
    )
    return screen.findByText('🦊').then((emoji) => {
      assert.equal(emoji.getAttribute('aria-hidden'), 'true')
      assert.equal(document.querySelectorAll('svg[aria-hidden="true"]').length, 1)
    })
  })
})
