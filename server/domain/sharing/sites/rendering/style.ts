import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The stylesheet of all sites. */
export const style = ['./style.css', './article.css', './print.css']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n')

const hash = createHash('sha256').update(style).digest('hex').slice(0, 12)

export const styleName = `style.${hash}.css`
/** No site has the slug `-`. */
export const styleAddress = `/sites/-/${styleName}`
