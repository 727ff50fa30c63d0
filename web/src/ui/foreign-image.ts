import { reachable } from '../lib/access/share-link.ts'
import { t } from './messages.ts'

/** The host of an image that is not ours: the app's policy lets none of it in, so that it learns of no reader. */
export function foreignHost(src: string): string | undefined {
  const url = URL.parse(src, location.origin)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  return url.origin === location.origin ? undefined : url.host
}

type Image = { src: string; alt: string; host: string }

/**
 * Stands where an image of another host would be: what it shows, where it is, and the way there. Its
 * words are drawn by the style sheet, so that they are no part of the page's text.
 */
export function drawForeignImage({ src, alt, host }: Image, within: 'text' | 'link'): HTMLElement {
  const drawn = document.createElement(within === 'link' ? 'span' : 'a')
  if (drawn instanceof HTMLAnchorElement) {
    drawn.href = src
    drawn.target = '_blank'
    drawn.rel = 'noopener noreferrer nofollow'
  } else {
    drawn.setAttribute('role', 'img')
  }
  drawn.className = 'foreign-image'
  drawn.title = src
  drawn.dataset['alt'] = alt
  drawn.dataset['host'] = t.imageOn({ host })
  drawn.setAttribute(
    'aria-label',
    alt === '' ? t.imageOn({ host }) : t.namedImageOn({ name: alt, host }),
  )
  return drawn
}

/** Markup of a page with what stands for images of other hosts in their places. */
export function withoutForeignImages(html: string): string {
  if (!html.includes('<img')) return html
  // What is in a template is not loaded.
  const template = document.createElement('template')
  template.innerHTML = html
  for (const image of template.content.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    const alt = image.getAttribute('alt') ?? ''
    const host = foreignHost(src)
    if (host === undefined) {
      image.setAttribute('src', reachable(src))
      continue
    }
    const within = image.closest('a') === null ? 'text' : 'link'
    image.replaceWith(drawForeignImage({ src, alt, host }, within))
  }
  return template.innerHTML
}
