import './page-content.css'
import type { PageDocument } from '../../../content/document.ts'
import { renderHtml } from '../../../content/html.ts'
import { withoutForeignImages } from './foreign-image.ts'

/** The page to read, until its editor has come. What renders it escapes every text of the page. */
export function PageText({ content }: { content: PageDocument }) {
  return (
    <div
      className="page-content page-static"
      dir="auto"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: withoutForeignImages(renderHtml(content)) }}
    />
  )
}
