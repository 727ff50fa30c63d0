import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sourcesOf } from '../../architecture/sources.ts'
import { addComment, addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { addSkill, setProperties } from '../../support/skills/skills.ts'
import { until } from '../../support/until.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

type Ids = { pageId: string; skillId: string; proposalId: string; ownProposalId: string }
type Field = {
  /** The file that has the field. */
  file: string
  name: string
  address: (ids: Ids) => string
  open?: (page: Page) => Promise<void>
  /** It covers the other links of the screen. */
  isDialog?: boolean
  field: (page: Page) => Locator
}

const proposal = 'web/src/proposals'

/** Every field of the app with room for more than a line. */
const fields: Field[] = [
  {
    file: `${proposal}/suggest-screen.tsx`,
    name: 'the text of a suggestion',
    address: ({ pageId }) => `/pages/${pageId}/suggest`,
    field: (page) => page.locator('.ProseMirror[contenteditable=true]'),
  },
  {
    file: `${proposal}/suggest-screen.tsx`,
    name: 'the reason of a suggestion',
    address: ({ pageId }) => `/pages/${pageId}/suggest`,
    field: (page) => page.getByLabel('Reason'),
  },
  {
    file: `${proposal}/review-actions.tsx`,
    name: 'a review',
    address: ({ proposalId }) => `/proposals/${proposalId}`,
    field: (page) => page.getByLabel('Comment, reason or request'),
  },
  {
    file: `${proposal}/edit-head.tsx`,
    name: 'the reason of a proposal',
    address: ({ ownProposalId }) => `/proposals/${ownProposalId}`,
    open: (page) => page.getByRole('button', { name: 'Edit title and reason' }).click(),
    field: (page) => page.getByRole('textbox', { name: 'Reason', exact: true }),
  },
  {
    file: `${proposal}/change-edits.tsx`,
    name: 'the revision of a change',
    address: ({ ownProposalId }) => `/proposals/${ownProposalId}`,
    open: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
    field: (page) => page.getByLabel('Text of the page, as Markdown'),
  },
  {
    file: 'web/src/comments/composer.tsx',
    name: 'a comment',
    address: ({ pageId }) => `/pages/${pageId}#comment-new`,
    field: (page) => page.getByRole('textbox', { name: 'Comment on this page' }),
  },
  {
    file: 'web/src/comments/composer.tsx',
    name: 'a reply',
    address: ({ pageId }) => `/pages/${pageId}#comment-new`,
    field: (page) => page.getByRole('textbox', { name: 'Reply' }),
  },
  {
    file: 'web/src/properties/fields/text-fields.tsx',
    name: 'a property',
    address: ({ pageId }) => `/pages/${pageId}`,
    field: (page) => page.getByRole('textbox', { name: 'Summary' }),
  },
  {
    file: 'web/src/settings/workspace.tsx',
    name: 'the instructions for agents',
    address: () => '/settings/workspace',
    field: (page) => page.locator('textarea[name=instructions]'),
  },
  {
    file: 'web/src/skills/publish-panel.tsx',
    name: 'the note of a version',
    address: ({ skillId }) => `/skills?skill=${skillId}`,
    isDialog: true,
    field: (page) => page.getByRole('textbox', { name: 'Note', exact: true }),
  },
]

/** The title of a page, which is saved with it. */
const saved = ['web/src/pages/live/title-field.tsx']

describe('texts that are not sent', () => {
  let screens: Screens
  let page: Page
  let ids: Ids

  before(async () => {
    screens = await openScreens()
    const { quire } = screens
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Plan', { markdown: 'Buy bread.\n' })
    await setProperties(quire, pageId, 'Summary: Bread\n')
    await addComment(quire, pageId, 'Rye?')
    const bob = await addPerson(quire, 'Bob', 'MEMBER')
    const propose = async (key?: string) => {
      const change = { kind: 'edit', pageId, markdown: 'Buy rye bread.\n' }
      const input = { workspaceId, title: 'Rye', reason: 'Better.', changes: [change] }
      const { body } = await quire.post<{ proposalId: string }>('/v1/proposals/create', input, key)
      return body.proposalId
    }
    ids = {
      pageId,
      skillId: await addSkill(quire, 'Code review', 'Read all of it.'),
      proposalId: await propose(bob.key),
      ownProposalId: await propose(),
    }
    page = await screens.visitAs()
    // Whatever the tab asks before it is left is answered with yes.
    page.on('dialog', (dialog) => void dialog.accept())
  })
  after(() => screens.close())

  /** Of a field, or of an editor, which has no value. */
  const textOf = (field: Locator) => field.inputValue().catch(() => field.innerText())
  const isThere = (field: Locator) =>
    until(async () => /Words of mine/.test(await textOf(field.first()).catch(() => '')))
  const home = () => page.getByRole('link', { name: 'Home', exact: true }).click()

  for (const { file, name, address, open, isDialog = false, field } of fields) {
    it(`stay in ${name} (${file}) after another screen and after a reload`, async () => {
      await page.goto(address(ids))
      await open?.(page)
      await field(page).click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type(' Words of mine')
      await isThere(field(page))
      if (isDialog) await page.keyboard.press('Escape')
      await home()
      await page.getByText('Hello, Ada').waitFor()
      if (isDialog) await page.goto(address(ids))
      else await page.goBack()
      await isThere(field(page))
      await page.reload()
      await isThere(field(page))
    })
  }

  it('knows every field of the app with room for more than a line', async () => {
    const known = new Set([...fields.map(({ file }) => file), ...saved])
    const found = sourcesOf('web').flatMap(({ path, text }) => {
      if (!path.endsWith('.tsx') || path.includes('.test.')) return []
      const elements = text.match(/<textarea\b[^>]*>|<textarea\b[^]*?\/>/gi) ?? []
      return elements.every((element) => element.includes('readOnly')) ? [] : [path]
    })
    assert.deepEqual(found.toSorted(), [...known].toSorted())
  })
})
