import { all } from './elements.ts'

const emoji =
  'img[data-emoji], img.emoji, img[class*="emoji"], img[data-stringify-type="emoji"], img[itemtype*="Emoji"], img[goomoji], img[data-emoji-short-name]'
const address = /^(?:https?:\/\/|\/files\/|data:image\/)/i
/** What a browser can show and the server takes. */
const picture = /^data:image\/(?:png|jpeg|gif|webp);base64,/i

/** Images that others can see too, emoji as letters, and no image that only counts readers. */
export function readImages(body: HTMLElement): void {
  for (const source of all(body, 'picture > source')) source.remove()
  for (const image of all(body, emoji)) image.replaceWith(image.getAttribute('alt') ?? '')
  for (const image of all(body, 'img')) {
    const src = addressOf(image)
    const isSmall = isPixel(image)
    if (isSmall || src === undefined || (src.startsWith('data:') && !picture.test(src))) {
      image.remove()
      continue
    }
    image.setAttribute('src', src)
    for (const name of ['alt', 'title']) {
      const text = (image.getAttribute(name) ?? '').replace(/\s+/g, ' ').trim()
      if (text === '') image.removeAttribute(name)
      else image.setAttribute(name, text)
    }
  }
  for (const figure of all(body, 'figure')) readFigure(figure)
}

function addressOf(image: Element): string | undefined {
  const candidates = ['src', 'data-src', 'data-original', 'data-canonical-src', 'data-fullview-src']
  const found = candidates
    .map((name) => image.getAttribute(name) ?? '')
    .filter((value) => address.test(value))
  return found.find((value) => !/^data:/i.test(value)) ?? found[0]
}

function isPixel(image: Element): boolean {
  return ['width', 'height'].every((name) => /^[01](?:px)?$/.test(image.getAttribute(name) ?? ''))
}

/** The caption of a figure is that of its image. */
function readFigure(figure: Element): void {
  const image = figure.querySelector('img')
  const caption = figure.querySelector('figcaption')
  const text = (caption?.textContent ?? '').replace(/\s+/g, ' ').trim()
  if (image === null || figure.querySelector('pre, table') !== null || text === '') return
  image.setAttribute('title', text)
  caption?.remove()
}
