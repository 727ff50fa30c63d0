import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { languages, type LanguageTag } from '../../messages/languages.ts'
import { type AppAddress, appAddresses } from '../../server/http/app-addresses.ts'
import { addLink, addPage } from '../support/pages.ts'
import {
  desktop,
  type Labels,
  labelsIn,
  languageFaults,
  phone,
  type View,
} from '../support/web/language-faults.ts'
import { useNotoFonts } from '../support/web/noto-fonts.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'
import { navigateInApp, watchRequests } from '../support/web/settled.ts'

let screens: Screens
let pageId: string
let webhookId: string
let proposalId: string
let linkUrl: string
before(async () => {
  screens = await openScreens()
  const { quire } = screens
  pageId = await addPage(quire, '42', { markdown: '# 1\n\n2' })
  const url = 'https://example.com/'
  const webhook = { workspaceId: quire.workspaceId, url, name: '43', events: ['*'] }
  const { body } = await quire.post<{ webhook: { id: string } }>('/v1/webhooks/create', webhook)
  webhookId = body.webhook.id
  const proposal = await quire.post<{ proposalId: string }>('/v1/proposals/create', {
    workspaceId: quire.workspaceId,
    title: '44',
    changes: [{ kind: 'edit', pageId, title: '45', markdown: '# 1\n\n3' }],
  })
  proposalId = proposal.body.proposalId
  linkUrl = (await addLink(quire, pageId)).url
})
after(() => screens.close())

/** `npm test` walks in one direction of writing each, and sees each width and each theme once. */
const isShort = process.env['QUIRE_TEST_WALK'] === 'short'
const tags = isShort ? (['en', 'ar'] as const) : (Object.keys(languages) as LanguageTag[])
const views: readonly View[] = isShort
  ? [
      { ...phone, scheme: 'light' },
      { ...desktop, scheme: 'dark' },
    ]
  : [phone, desktop].flatMap((size) => [
      { ...size, scheme: 'light' as const },
      { ...size, scheme: 'dark' as const },
    ])

/** Addresses that a signed-out visitor opens. */
const isForVisitors = (address: AppAddress) =>
  /^\/(?:sign-in|setup|join|confirmed|forgotten|verify|reset|unsubscribe|s\/)/.test(address)
/** `/settings` comes last: it shows the screen of the profile, whose title the next one must not have. */
const addresses = [
  ...appAddresses.filter((address) => address !== '/settings'),
  '/settings',
] as const

function pathOf(address: AppAddress): string {
  const ids = { ':pageId': pageId, ':webhookId': webhookId, ':proposalId': proposalId }
  const path = Object.entries(ids).reduce<string>(
    (text, [name, id]) => text.replace(name, id),
    address,
  )
  const { pathname, hash } = new URL(linkUrl, 'http://localhost')
  return address.startsWith('/s/') ? path.replace('/s/:linkId', pathname) + hash : path
}

for (const tag of tags) {
  describe(`the app in ${tag}`, () => {
    let labels: Labels
    before(async () => {
      labels = await labelsIn(tag)
    })

    for (const isVisitor of [false, true]) {
      it(`is complete and readable on every screen of a ${isVisitor ? 'visitor' : 'member'}`, async () => {
        const options = { locale: tag, bypassCSP: true, reducedMotion: 'reduce' as const }
        const page = await (isVisitor
          ? screens.visit(options)
          : screens.visitAs(undefined, options))
        await useNotoFonts(page.context())
        await page.setViewportSize(phone)
        const waitUntilIdle = watchRequests(page)
        const faults: string[] = []
        for (const address of addresses.filter((one) => isForVisitors(one) === isVisitor)) {
          // A visitor has several screens with one title.
          if (isVisitor || address === addresses[0]) await page.goto(pathOf(address))
          else await navigateInApp(page, pathOf(address))
          await page.getByRole('heading').first().waitFor()
          await waitUntilIdle()
          faults.push(...(await languageFaults(page, address, labels, views)))
          await page.setViewportSize(phone)
        }
        await page.context().close()
        assert.deepEqual(faults, [])
      })
    }
  })
}
