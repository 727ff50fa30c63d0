import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'

const families = ['noto-sans-sc', 'noto-sans-arabic'] as const
const folderOf = (family: string) =>
  fileURLToPath(new URL('.', import.meta.resolve(`@fontsource-variable/${family}/index.css`)))

/** Where the page asks for fonts; the test answers in place of a server. */
const fontAddress = '/noto-fonts/'

/**
 * Chromium from the registry has no glyphs for Arabic and Chinese: every page of the context, opened with
 * `bypassCSP`, draws with these fonts behind its own, and without transitions.
 */
export async function useNotoFonts(context: BrowserContext): Promise<void> {
  await context.route(`**${fontAddress}**`, async (route) => {
    const [family = '', file = ''] = route.request().url().split('/').slice(-2)
    await route.fulfill({
      contentType: 'font/woff2',
      body: readFileSync(`${folderOf(family)}files/${file}`),
    })
  })
  // Before anything is drawn: text that was once drawn without a glyph keeps its empty boxes.
  await context.addInitScript(`document.addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style')
    style.textContent = ${JSON.stringify(styles())}
    document.head.append(style)
  })`)
}

function styles(): string {
  const faces = families.map((family) =>
    readFileSync(`${folderOf(family)}index.css`, 'utf8').replaceAll(
      './files/',
      `${fontAddress}${family}/`,
    ),
  )
  const use =
    '*:not(code, kbd, pre) { font-family: system-ui, "Noto Sans SC Variable", "Noto Sans Arabic Variable", sans-serif !important }'
  const still = '*, ::before, ::after { transition: none !important; animation: none !important }'
  return [...faces, use, still].join('\n')
}

/** A font is asked for when a text that needs it is drawn, so not all are known at once. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    do {
      await document.fonts.ready
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    } while (document.fonts.status !== 'loaded')
  })()`)
}
