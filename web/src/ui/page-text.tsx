import './page-content.css'
import type { PageDocument } from '../../../content/document.ts'
import { renderHtml } from '../../../content/html.ts'
import { plainStyle } from '../../../content/html/style.ts'
import { withoutForeignImages } from './foreign-image.ts'

/** As the editor shows it: white space stays as it is, except for line ends. */
const style = { ...plainStyle, lineEnd: '<span class="soft-break">\n</span>' }

/** The page to read, until its editor has come. What renders it escapes every text of the page. */
export function PageText({ content }: { content: PageDocument }) {
  return (
    <div
      className="page-content page-static"
      dir="auto"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: withoutForeignImages(renderHtml(content, style)) }}
    />
  )
}
