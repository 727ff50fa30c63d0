import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

type Found = { id: string; impact: string; nodes: { target: string[] }[] }

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The serious findings of axe on what is shown, in both themes, in a line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const lines: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    // Colours pass from one theme to the other.
    await page.waitForTimeout(300)
    await page.evaluate(
      `Promise.race([
        Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
        new Promise((resolve) => setTimeout(resolve, 2000)),
      ]).then(() => undefined)`,
    )
    // The policy of the app allows no such script, which is as it should be: this goes past it.
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: await source })
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'axe.run().then(({ violations }) => JSON.stringify(violations))',
      awaitPromise: true,
    })
    await session.detach()
    const found: Found[] = JSON.parse(String(result.value))
    for (const { id, impact, nodes } of found) {
      if (impact !== 'serious' && impact !== 'critical') continue
      lines.push(`${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return lines
}
