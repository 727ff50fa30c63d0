import type { PageDocument } from '../../../../../content/document.ts'
import { listUrls, mapUrls } from '../../../../../content/urls.ts'
import type { InlineImage } from '../read-page.ts'

const dataUrl = /^data:(image\/[\w.+-]+)(?:;[^;,]*)*;base64,/i

/** Images that are written into the page get addresses of their own. */
export function takeImages(document: PageDocument): {
  document: PageDocument
  images: InlineImage[]
} {
  const images = new Map<string, InlineImage>()
  for (const url of listUrls(document)) {
    const mimeType = dataUrl.exec(url)?.[1]?.toLowerCase()
    if (mimeType === undefined || images.has(url)) continue
    const base64 = url.slice(url.indexOf(',') + 1)
    images.set(url, { url: `embedded-image-${images.size + 1}`, mimeType, base64 })
  }
  const mapped = mapUrls(document, (url) => images.get(url)?.url ?? url)
  return { document: mapped, images: [...images.values()] }
}
