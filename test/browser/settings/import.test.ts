import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runJobs } from '../../support/semantic.ts'
import { zipOf } from '../../support/transfer/imports.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let jobs: ReturnType<typeof runJobs>
before(async () => {
  screens = await openScreens()
  jobs = runJobs(screens.quire)
})
after(async () => {
  await jobs.stop()
  await screens.close()
})

describe('an import', () => {
  it('is previewed, started, reported and undone', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/import')
    await page.getByText('No imports yet').waitFor()
    await checkAccess(page, 'the imports, without any')
    const archive = await zipOf({
      'a.md': '# Alpha\n\n[Beta](sub/b.md) [x](gone.md)',
      'sub/b.md': '# Beta',
    })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: archive })
    const card = page.getByRole('article', { name: 'notes.zip' })
    await card.getByText('3 pages, all new').waitFor()
    await card.getByText('a.md links to gone.md in line 3, which does not exist').waitFor()
    await checkAccess(page, 'the preview of an import')
    await card.getByRole('button', { name: 'Import 3 pages' }).click()
    await card.getByText('Imported').waitFor()
    await card.getByText(/3 pages created/).waitFor()
    await checkAccess(page, 'the report of an import')
    await card.getByRole('button', { name: 'Open report' }).click()
    const report = page.getByRole('dialog')
    await report.getByText('3 pages created').waitFor()
    await report.getByText('a.md:3 gone.md').waitFor()
    await checkAccess(page, 'the report of an import in its dialog')
    await page.keyboard.press('Escape')
    await report.waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('Import undone', { exact: true }).waitFor()
    await card.getByText(/^Import undone · /).waitFor()
    await card.getByText('Undone', { exact: true }).waitFor()
    await card.getByRole('link', { name: 'Open trash' }).waitFor()
    const { workspaceId } = screens.quire
    const { body } = await screens.quire.post<{ pages: { title: string }[] }>('/v1/pages/list', {
      workspaceId,
    })
    assert.deepEqual(
      body.pages.map(({ title }) => title).filter((title) => /Alpha|Beta|report/.test(title)),
      [],
    )
  })

  it('of several files is one archive, and says if there is nothing to import', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/import')
    const picture = { mimeType: 'image/png', buffer: Buffer.from('x') }
    await page.locator('input[type=file]').setInputFiles([
      { name: 'a.png', ...picture },
      { name: 'b.png', ...picture },
    ])
    const card = page.getByRole('article', { name: 'files.zip' })
    await card.getByText(/^Nothing in it can be imported/).waitFor()
  })
})
