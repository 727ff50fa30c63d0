import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { run } from '../../../client/cli/program.ts'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('a page that is also a file in a synced folder', () => {
  let screens: Screens
  let ada: Page
  let folder = ''
  let running: Promise<void>
  const program: { exitCode: number | undefined; warnings: string } = {
    exitCode: undefined,
    warnings: '',
  }
  const stopped = new AbortController()
  before(async () => {
    screens = await openScreens()
    ada = await screens.visitAs()
    folder = await mkdtemp(join(tmpdir(), 'quire-synced-'))
    running = run(['sync', folder, '--watch'], {
      environment: { QUIRE_URL: screens.address, QUIRE_KEY: screens.quire.key },
      write: () => undefined,
      writeBytes: async () => undefined,
      warn: (text) => {
        program.warnings += text
      },
      readInput: async () => '',
      confirm: undefined,
      isScreen: false,
      signal: stopped.signal,
    }).then((exitCode) => {
      program.exitCode = exitCode
    })
  })
  after(async () => {
    stopped.abort()
    await running
    await screens.close()
    await rm(folder, { recursive: true, force: true })
  })

  const file = () => readFile(join(folder, 'Plan.md'), 'utf8').catch(() => '')

  const fileHas = async (text: string) => {
    const isEnded = () => program.exitCode !== undefined
    await until(async () => isEnded() || (await file()) === text).catch(() => undefined)
    const expected = { exitCode: undefined, warnings: '', text }
    assert.deepEqual({ ...program, text: await file() }, expected)
  }

  it('has what a person types and what a program writes to the file at the same time', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Start.\n\nEnd.\n' })
    await openPage(ada, pageId)
    await fileHas('Start.\n\nEnd.\n')
    await ada.locator('.ProseMirror p', { hasText: 'Start.' }).click()
    await ada.keyboard.press('End')
    await Promise.all([
      ada.keyboard.type(' Ada types here.', { delay: 40 }),
      writeFile(join(folder, 'Plan.md'), 'Start.\n\nEnd. The file says more.\n'),
    ])
    const [first, last] = ['Start. Ada types here.', 'End. The file says more.']
    await ada.locator('.ProseMirror p', { hasText: first }).waitFor()
    await ada.locator('.ProseMirror p', { hasText: last }).waitFor()
    await fileHas(`${first}\n\n${last}\n`)
    const markdown = await markdownWhen(screens.quire, pageId, /types here/)
    assert.equal(markdown, `${first}\n\n${last}\n`)
  })
})
