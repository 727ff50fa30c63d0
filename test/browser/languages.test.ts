import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { readEnglish } from '../../messages/english.ts'
import type { Translations } from '../../messages/language.ts'
import { languages, type LanguageTag } from '../../messages/languages.ts'
import { type AppAddress, appAddresses } from '../../server/http/app-addresses.ts'
import { addPage } from '../support/pages.ts'
import { useNotoFonts, waitForFonts } from '../support/web/noto-fonts.ts'
import { layoutFaults, textsOf } from '../support/web/page-faults.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'
import { navigateInApp, watchRequests } from '../support/web/settled.ts'

let screens: Screens
let pageId: string
let webhookId: string
before(async () => {
  screens = await openScreens()
  const { quire } = screens
  pageId = await addPage(quire, '42', { markdown: '# 1\n\n2' })
  const url = 'https://example.com/'
  const webhook = { workspaceId: quire.workspaceId, url, name: '43', events: ['*'] }
  const { body } = await quire.post<{ webhook: { id: string } }>('/v1/webhooks/create', webhook)
  webhookId = body.webhook.id
})
after(() => screens.close())

const phone = { width: 390, height: 844 }
const sizes = [phone, { width: 1280, height: 800 }]
const schemes = ['light', 'dark'] as const

/** Names and commands, which are the same in every language. */
const sharedWords =
  /^[\d\p{P}\p{S}\p{Z}]*$|\bQuire\b|Ada|Lovelace|example\.com|\bLab\b|First key|Claude Code|VS Code|Open User Configuration|ollama pull/u

/** Addresses that a signed-out visitor opens. */
const isForVisitors = (address: AppAddress) =>
  /^\/(?:sign-in|setup|join|confirmed|forgotten|verify|reset)/.test(address)
/** `/settings` comes last: it shows the screen of the profile, whose title the next one must not have. */
const addresses = [
  ...appAddresses.filter((address) => address !== '/settings'),
  '/settings',
] as const

function pathOf(address: AppAddress): string {
  return address.replace(':pageId', pageId).replace(':webhookId', webhookId)
}

for (const tag of Object.keys(languages) as LanguageTag[]) {
  describe(`the app in ${tag}`, () => {
    let english: ReadonlySet<string>
    before(async () => {
      english = await untranslatedIn(tag)
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
          for (const fault of await lookAt(page, tag, address, english)) {
            faults.push(`${address} ${fault}`)
          }
        }
        await page.context().close()
        assert.deepEqual(faults, [])
      })
    }
  })
}

/** English messages that have another text in the language: on the screen they are a fault. */
async function untranslatedIn(tag: LanguageTag): Promise<ReadonlySet<string>> {
  const translations: Translations = await languages[tag].load()
  const entries = [...(await readEnglish())].flatMap(([name, messages]) =>
    Object.entries(messages).map(([key, text]) => ({ text, own: translations[name]?.[key] })),
  )
  const same = new Set(entries.flatMap(({ text, own }) => (own === text ? [text] : [])))
  return new Set(
    tag === 'en' ? [] : entries.map(({ text }) => text).filter((text) => !same.has(text)),
  )
}

async function lookAt(
  page: Page,
  tag: LanguageTag,
  address: AppAddress,
  english: ReadonlySet<string>,
): Promise<string[]> {
  const faults: string[] = []
  const root = await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')
  assert.deepEqual(root, [tag, languages[tag].direction], address)
  for (const text of await textsOf(page)) {
    if (english.has(text)) faults.push(`is not translated: ${text}`)
    else if (/^(?:ar|zh)/.test(tag) && isEnglish(text)) faults.push(`is English: ${text}`)
  }
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const scheme of schemes) {
      await page.evaluate(
        `document.documentElement.setAttribute('data-mantine-color-scheme', '${scheme}')`,
      )
      await waitForFonts(page)
      await keepScreenshot(page, [tag, address, scheme, String(size.width)])
      const found = await layoutFaults(page)
      faults.push(...found.map((fault) => `at ${size.width} pixels, ${scheme}: ${fault}`))
    }
  }
  await page.setViewportSize(phone)
  return faults
}

/** Two words of Latin letters beside each other that are no name. */
function isEnglish(text: string): boolean {
  return /[a-z]{2,} [a-z]{2,}/i.test(text) && !sharedWords.test(text)
}

/** To look at the screens: `SCREENSHOTS=folder node --test test/browser/languages.test.ts`. */
async function keepScreenshot(page: Page, parts: readonly string[]): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  const name = parts.map((part) => part.replaceAll(/\W+/g, '-')).join('_')
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
