import { isSafeUrl } from '../../../../../content/html/safe-url.ts'
import { all, textOf, unwrap } from './elements.ts'

/** Links to where they lead, without the detours that programs write into them. */
export function readLinks(body: HTMLElement): void {
  for (const link of all(body, 'a')) {
    const href = direct((link.getAttribute('href') ?? '').trim())
    if (!leads(href) || (textOf(link) === '' && link.querySelector('img, [data-node]') === null)) {
      unwrap(link)
      continue
    }
    link.setAttribute('href', href)
  }
}

function leads(href: string): boolean {
  return isSafeUrl(href) && /^(?:https?:\/\/|mailto:|tel:|\/pages\/|\/files\/)./i.test(href)
}

function direct(href: string): string {
  if (!URL.canParse(href)) return href
  const url = new URL(href)
  const target =
    url.hostname.endsWith('safelinks.protection.outlook.com') ||
    (/^(?:www\.)?google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url') ||
    (url.hostname === 'statics.teams.cdn.office.net' && url.searchParams.has('url'))
      ? (url.searchParams.get('url') ?? url.searchParams.get('q'))
      : null
  if (target !== null && URL.canParse(target)) return target
  if (url.searchParams.get('utm_source') !== 'chatgpt.com') return href
  url.searchParams.delete('utm_source')
  return url.href
}
