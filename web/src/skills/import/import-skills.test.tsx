import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { zipFiles } from '../../../../server/domain/skills/zip.ts'
import { render, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../../test/support/web/web-server.tsx'

let quire: WebServer
const { ImportSkills } = await import('./import-skills.tsx')
const { SkillsScreen } = await import('../skills-screen.tsx')

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())

const text = (content: string) => Buffer.from(content)

async function archive(): Promise<File> {
  const front = '---\nname: tidy\ndescription: Tidies. Use it often.\n---\n'
  const content = await zipFiles([
    { path: 'tidy/SKILL.md', content: text(`${front}\nRun \`scripts/gone.sh\`.\n`), mode: 0o644 },
    { path: 'tidy/scripts/run.sh', content: text('#!/bin/sh\n'), mode: 0o755 },
    {
      path: 'Not valid/SKILL.md',
      content: text('---\nname: Not valid\n---\nText.\n'),
      mode: 0o644,
    },
  ])
  return new File([new Uint8Array(content)], 'skills.zip', { type: 'application/zip' })
}

/** In one request: the uploads of the app are tested with the files. */
async function upload(workspaceId: string, file: File): Promise<string> {
  const pageId = await quire.addPage('Archives')
  const contentBase64 = Buffer.from(await file.arrayBuffer()).toString('base64')
  const { name: fileName, type: mimeType } = file
  const body = { workspaceId, pageId, fileName, mimeType, contentBase64 }
  return (await quire.post<{ fileId: string }>('/v1/page-files/upload-file', body)).body.fileId
}

async function open() {
  const user = userEvent.setup()
  const closed: string[] = []
  const { workspaceId } = quire
  const close = () => closed.push('closed')
  render(await inWorkspace(<ImportSkills {...{ workspaceId, close, upload }} />), { at: '/skills' })
  const dialog = await screen.findByRole('dialog', { name: 'Import skills and agents' })
  const choose = async (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    assert.ok(input !== null)
    await user.upload(input, file)
  }
  return { user, dialog, choose, closed }
}

describe('the import of skills', () => {
  it('is not offered to those who cannot create pages', async () => {
    quire.setRole('VIEWER')
    render(await inWorkspace(<SkillsScreen />), { at: '/skills' })
    assert.ok(await screen.findByText('No skills yet'))
    assert.equal(screen.queryByRole('button', { name: 'Import' }), null)
    quire.setRole('OWNER')
  })

  it('opens from the list of skills', async () => {
    const user = userEvent.setup()
    render(await inWorkspace(<SkillsScreen />), { at: '/skills' })
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    assert.ok(await screen.findByRole('dialog', { name: 'Import skills and agents' }))
  })

  it('says what is wrong with a file, and takes another one', async () => {
    const { dialog, choose } = await open()
    await choose(new File(['text'], 'skills.zip', { type: 'application/zip' }))
    assert.match((await within(dialog).findByRole('alert')).textContent ?? '', /not valid/)
    const empty = new Uint8Array(await zipFiles([]))
    await choose(new File([empty], 'empty.zip', { type: 'application/zip' }))
    assert.ok(await within(dialog).findByText('empty.zip contains no skill and no agent.'))
  })

  it('takes a folder, and sends only what belongs to skills', async () => {
    const { user, dialog } = await open()
    const fileOf = (path: string, content: string) => {
      const file = new File([content], path.split('/').at(-1) ?? '')
      return Object.defineProperty(file, 'webkitRelativePath', { value: path })
    }
    const [, folder] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
    assert.ok(folder !== undefined && folder.hasAttribute('webkitdirectory'))
    await user.upload(folder, [
      fileOf('repo/README.md', 'Text.'),
      fileOf('repo/node_modules/a/SKILL.md', 'Text.'),
      fileOf('repo/skills/drawn/SKILL.md', '---\nname: drawn\ndescription: Use it.\n---\n'),
      fileOf('repo/skills/drawn/scripts/run', '#!/bin/sh\n'),
    ])
    const found = await within(dialog).findByRole('group', { name: 'drawn' })
    assert.ok(within(found).getByText('2 files'))
    assert.ok(within(found).getByText('scripts/run'))
    assert.equal(within(dialog).getAllByRole('group').length, 1)
  })

  it('shows what will be created with programs and findings, and then creates it', async () => {
    const { user, dialog, choose, closed } = await open()
    await choose(await archive())
    const tidy = await within(dialog).findByRole('group', { name: 'tidy' })
    assert.ok(within(tidy).getByText('2 files'))
    assert.ok(within(tidy).getByText('scripts/run.sh'))
    assert.ok(within(tidy).getByText(/scripts\/gone\.sh/))
    const wrong = within(dialog).getByRole('group', { name: 'Not valid' })
    assert.ok(within(wrong).getByText('Stays a draft until these errors are corrected'))
    await user.click(within(dialog).getByRole('button', { name: 'Import 2 pages' }))
    assert.ok(await within(dialog).findByText('2 pages were imported.'))
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => assert.deepEqual(closed, ['closed']))
    const { workspaceId } = quire
    type Listed = { skills: { title: string; state: string }[] }
    const { body } = await quire.post<Listed>('/v1/skills/list', { workspaceId })
    assert.deepEqual(
      body.skills.map(({ title, state }) => [title, state]),
      [
        ['Not valid', 'draft'],
        ['tidy', 'published'],
      ],
    )
  })
})
