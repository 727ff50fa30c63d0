import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../../test/support/web/web-server.tsx'
import { AgentMarks } from './agent-marks.tsx'

let server: WebServer
before(async () => {
  server = await startWebServer()
})
after(() => server.close())

const markdown = 'One.\n\nTwo.\n\nThree.'

/** A page by a program, as it is on the screen. */
async function open(shown: readonly string[], isEditable = true): Promise<void> {
  const pageId = await server.addPage('Plan', { markdown })
  const { workspaceId } = server
  const marks = await inWorkspace(<AgentMarks {...{ workspaceId, pageId, isEditable }} />)
  render(
    <article className="page-article">
      <div className="ProseMirror">
        {shown.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {marks}
    </article>,
  )
}

const marked = () => screen.findAllByRole('button', { name: /^Not accepted yet, written by / })

describe('the marks of text by programs', () => {
  it('are not at text that was changed since, nor on a page without any', async () => {
    await open(['One, changed.', 'Two, changed.', 'Three, changed.'])
    await waitFor(() => assert.ok(server.asked.some(({ path }) => path === '/v1/history/authors')))
    assert.equal(screen.queryByRole('group'), null)
  })

  it('are one for blocks that follow each other', async () => {
    await open(['One.', 'Two.', 'Three.'])
    assert.equal((await marked()).length, 1)
    document.querySelector('.ProseMirror p:nth-child(2)')?.replaceChildren('Two, by a person.')
    await waitFor(async () => assert.equal((await marked()).length, 2))
  })

  it('say who wrote the text, and offer to accept it only to those who may write', async () => {
    await open(['One.', 'Two.', 'Three.'], false)
    const [mark] = await marked()
    assert.ok(mark)
    await userEvent.click(mark)
    await screen.findByText('No person has accepted or edited this text.')
    await screen.findByText(/^Written by .*Ada/)
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Show the run' })
    assert.match(link.href, /\/activity\?run=/)
    assert.equal(screen.queryByRole('button', { name: 'Accept' }), null)
  })

  it('stay when the text cannot be accepted, and go when it is', async () => {
    await open(['One.', 'Two.', 'Three.'])
    const [mark] = await marked()
    assert.ok(mark)
    await userEvent.click(mark)
    const message = 'You may not change this page.'
    server.refuse('/app/history/accept', 403, { code: 'FORBIDDEN', message })
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    await screen.findByText(/Could not accept the text/)
    assert.equal((await marked()).length, 1)
    // The server behind this test knows no signed-in person.
    const empty = { version: 1, runs: [] }
    server.refuse('/app/history/accept', 200, { code: '', message: '' })
    server.refuse('/v1/history/unaccepted', 200, { code: '', message: '', ...empty })
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    await screen.findByText('Text accepted')
    await waitFor(() => assert.equal(screen.queryByRole('group'), null))
  })
})
