import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let bob: Person
before(async () => {
  screens = await openScreens()
  bob = await addPerson(screens.quire, 'Bob', 'MEMBER')
})
after(() => screens.close())

describe('a group', () => {
  it('is created, gets a member, and gives them a page until it is deleted', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.' })
    await grantOnly(screens.quire, pageId, { [screens.quire.userId]: 'manage' })
    const admin = await screens.visitAs()
    await admin.goto('/settings/groups')
    await admin.getByText('No groups yet').waitFor()
    await checkAccess(admin, 'the groups, without any')
    await admin.getByRole('button', { name: 'New group' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Design')
    await checkAccess(admin, 'a new group')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await admin.getByText('Group saved').waitFor()

    await admin.getByRole('button', { name: 'Edit members of Design' }).click()
    await dialog.getByRole('combobox', { name: 'Add a member' }).click()
    await admin.getByRole('option', { name: 'Bob Tester' }).click()
    await dialog.getByRole('button', { name: 'Remove Bob Tester from the group' }).waitFor()
    await checkAccess(admin, 'the members of a group')
    await admin.keyboard.press('Escape')
    await admin.getByText('1 member', { exact: true }).waitFor()

    const other = await screens.visitAs(bob)
    await other.goto(`/pages/${pageId}`)
    await other.getByText('Page not found').waitFor()
    await openPage(admin, pageId)
    await admin.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Add people or groups' }).fill('design')
    await admin.getByRole('option', { name: /Design/ }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Access of Design' }).waitFor()
    await openPage(other, pageId)

    await admin.goto('/settings/groups')
    await admin.getByRole('button', { name: 'More actions for Design' }).click()
    await admin.getByRole('menuitem', { name: 'Delete group' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await admin.getByText('No groups yet').waitFor()
    await other.reload()
    await other.getByText('Page not found').waitFor()
  })
})

describe('a page that an owner cannot read', () => {
  it('is listed without its title, handed over, and deleted', async () => {
    const { quire } = screens
    const eve = await addPerson(quire, 'Eve', 'MEMBER')
    const { workspaceId } = quire
    const create = '/v1/permissions/create-private-page'
    const { body } = await quire.post<{ pageId: string }>(
      create,
      { workspaceId, title: 'Salaries' },
      bob.key,
    )
    const { pageId } = body
    const owner = await screens.visitAs()
    await owner.goto('/settings/workspace')
    const hidden = owner.getByRole('region', { name: 'Restricted pages that you cannot read' })
    await hidden.getByText('Managed by Bob Tester').waitFor()
    assert.equal(await owner.getByText('Salaries').count(), 0)
    await checkAccess(owner, 'the pages that an owner cannot read')

    await hidden.getByRole('button', { name: /^Hand over the page/ }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'New manager' }).click()
    await owner.getByRole('option', { name: 'Eve Tester' }).click()
    await checkAccess(owner, 'handing over a page')
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await hidden.getByText('Managed by Bob Tester and Eve Tester').waitFor()
    const other = await screens.visitAs(eve)
    await openPage(other, pageId)
    await other.getByRole('button', { name: 'Share', exact: true }).click()
    await other.getByRole('combobox', { name: 'Access of Eve Tester' }).waitFor()

    await hidden.getByRole('button', { name: /^Delete the page/ }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await owner.getByText('Page deleted').waitFor()
    await other.reload()
    await other
      .getByText(/trash|not found/i)
      .first()
      .waitFor()
  })
})
