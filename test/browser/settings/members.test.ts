import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPerson } from '../../support/people.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
before(async () => {
  screens = await openScreens()
})
after(() => screens.close())

describe('an invitation', () => {
  it('is made by an admin, handed over as a link, and accepted by someone new', async () => {
    const admin = await screens.visitAs()
    await admin.goto('/settings/members')
    await admin.getByRole('button', { name: 'Invite' }).click()
    await admin.getByLabel('Role', { exact: true }).selectOption('VIEWER')
    await checkAccess(admin)
    await admin.getByRole('button', { name: 'Create invitation' }).click()
    const url = await admin.getByRole('textbox', { name: 'Link' }).inputValue()

    const guest = await screens.visit()
    await guest.goto(url)
    await guest.getByRole('heading', { name: 'Join Lab' }).waitFor()
    assert.equal(new URL(guest.url()).hash, '')
    await checkAccess(guest)
    await guest.getByLabel('First name').fill('Grace')
    await guest.getByLabel('Last name').fill('Hopper')
    await guest.getByLabel('Email').fill('grace@example.com')
    await guest.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.waitForURL('/')
    await guest.getByRole('button', { name: /Workspace Lab/ }).waitFor()

    await admin.reload()
    await admin.getByText('grace@example.com').waitFor()
    await checkAccess(admin)

    const late = await screens.visit()
    await late.goto(url)
    await late.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
  })

  it('can be taken back', async () => {
    const admin = await screens.visitAs()
    await admin.goto('/settings/members')
    await admin.getByRole('button', { name: 'Invite' }).click()
    await admin.getByLabel('Email').fill('eve@example.com')
    await admin.getByRole('button', { name: 'Create invitation' }).click()
    const url = await admin.getByRole('textbox', { name: 'Link' }).inputValue()
    await admin.getByRole('button', { name: 'Done' }).click()
    await admin.getByRole('button', { name: 'Revoke the invitation for eve@example.com' }).click()
    await admin.getByText('Invitation revoked').waitFor()
    const guest = await screens.visit()
    await guest.goto(url)
    await guest.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
  })
})

describe('a viewer', () => {
  it('is offered no setting of the workspace, and is refused behind the screens too', async () => {
    const vera = await addPerson(screens.quire, 'Vera', 'VIEWER')
    const page = await screens.visitAs(vera)
    await page.goto('/settings/members')
    await page.getByText('vera@example.com').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Invite' }).count(), 0)
    assert.equal(await page.getByRole('combobox').count(), 0)
    assert.equal(await page.getByRole('button', { name: /^More actions for/ }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'General' }).count(), 0)

    await page.goto('/settings/workspace')
    await page.getByRole('heading', { name: 'You don’t have access to this setting' }).waitFor()
    const { workspaceId, userId } = screens.quire
    for (const [path, data] of [
      ['/app/workspace-settings/update', { workspaceId, name: 'Taken' }],
      ['/app/members/update', { workspaceId, userId, role: 'VIEWER' }],
      ['/app/members/remove', { workspaceId, userId }],
      ['/app/members/reset-link', { workspaceId, userId }],
      ['/app/invitations/create', { workspaceId, role: 'OWNER' }],
      ['/app/keys/of-workspace', { workspaceId }],
    ] as const) {
      const answer = await page.request.post(path, { data, headers: { origin: screens.address } })
      assert.equal(answer.status(), 403, path)
    }
  })
})

describe('a member', () => {
  it('is given another role, and is out at once when removed', async () => {
    const tom = await addPerson(screens.quire, 'Tom', 'MEMBER')
    const other = await screens.visitAs(tom)
    await other.goto('/settings/members')
    await other.getByText('tom@example.com').waitFor()

    const admin = await screens.visitAs()
    await admin.goto('/settings/members')
    await admin.getByLabel('Role of Tom Tester').selectOption('ADMIN')
    await admin.getByText('Role of Tom Tester changed').waitFor()
    await admin.getByRole('button', { name: 'More actions for Tom Tester' }).click()
    await admin.getByRole('menuitem', { name: 'Remove from workspace' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await admin.getByText('Tom Tester removed').waitFor()

    await other.getByRole('heading', { name: 'You are not in a workspace' }).waitFor()
    await checkAccess(other)
  })

  it('leaves by themselves, and is told that the only owner cannot', async () => {
    const page = await screens.visitAs(await addPerson(screens.quire, 'Lia', 'VIEWER'))
    await page.goto('/settings/members')
    await page.getByRole('button', { name: 'Leave' }).click()
    await checkAccess(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'You are not in a workspace' }).waitFor()
    const owner = await screens.visitAs()
    await owner.goto('/settings/members')
    await owner.getByRole('button', { name: 'Leave' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await owner.getByText('You are the only owner of the workspace').waitFor()
  })

  it('who has lost the password gets a link to set another', async () => {
    const ruth = await addPerson(screens.quire, 'Ruth', 'MEMBER')
    const admin = await screens.visitAs()
    await admin.goto('/settings/members')
    await admin.getByRole('button', { name: 'More actions for Ruth Tester' }).click()
    await admin.getByRole('menuitem', { name: 'Create password reset link' }).click()
    const url = await admin.getByRole('textbox', { name: 'Link' }).inputValue()
    const page = await screens.visit()
    await page.goto(url)
    await page.getByLabel('New password').fill('another horse battery')
    await checkAccess(page)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL('/sign-in')
    await page.getByLabel('Email').fill(ruth.email)
    await page.getByLabel('Password', { exact: true }).fill('another horse battery')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/')
  })
})
