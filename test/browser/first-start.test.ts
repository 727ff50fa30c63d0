import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type ServerProcess, startProcess } from '../support/processes/process.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openVisits, type Visits } from '../support/web/screens.ts'

let dataFolder: string
let quire: ServerProcess
let visits: Visits
before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'quire-first-'))
  quire = await startProcess({ dataFolder })
  visits = await openVisits(quire.address)
})
after(async () => {
  await visits.close()
  await quire.stop()
  await rm(dataFolder, { recursive: true })
})

describe('the first start', () => {
  it('refuses a code that was not printed', async () => {
    const page = await visits.visit()
    await page.goto('/')
    await page.waitForURL('/setup')
    await page.getByLabel('Setup code').fill('a-guess-that-is-wrong')
    await fill(page)
    await page.getByRole('alert').waitFor()
    await checkAccess(page)
  })

  it('lets in whoever opens the printed address, and takes the code out of it', async () => {
    const page = await visits.visit()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const url = await quire.says(/^\s*(http\S+\/setup\S+)$/m)
    const code = url.split('#')[1] ?? ''
    assert.ok(code.length > 10)
    await page.goto('/')
    await page.getByLabel('Setup code').waitFor()
    await page.goto(url)
    await page.getByLabel('Setup code').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Set up Quire' }).waitFor()
    assert.equal(page.url(), `${quire.address}/setup`)
    await fill(page)
    await page.waitForURL('/')
    await page.getByRole('button', { name: /Workspace Lab/ }).waitFor()
    assert.deepEqual(
      asked.filter((address) => address.includes(code)),
      [],
    )
  })

  it('is over then: the address leads to signing in', async () => {
    const page = await visits.visit()
    await page.goto(await quire.says(/^\s*(http\S+\/setup\S+)$/m))
    await page.waitForURL('/sign-in')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/')
  })
})

async function fill(page: Awaited<ReturnType<Visits['visit']>>): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Workspace name').fill('Lab')
  await page.getByRole('button', { name: 'Create workspace' }).click()
}
