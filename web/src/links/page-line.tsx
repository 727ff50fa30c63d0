import { Link } from 'react-router'
import { displayTitle } from '../lib/page-title.ts'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import type { ListedPage, Sentence } from './link-queries.ts'
import classes from './links.module.css'

/** A page in a list, with the pages above it. */
export function PageLine({ page }: { page: ListedPage }) {
  const path = page.ancestors.map(({ title }) => displayTitle(title)).join(' / ')
  return (
    <div className={classes['page']}>
      <Link className={classes['name']} to={`/pages/${page.id}`} dir="auto">
        <PageIcon icon={page.icon} size={16} /> {displayTitle(page.title)}
      </Link>
      {path !== '' && (
        <span className={classes['path']} dir="auto">
          {path}
        </span>
      )}
    </div>
  )
}

/** The sentence around a link. */
export function SentenceAround({ before, text, after }: Sentence) {
  return (
    <p className={classes['sentence']} dir="auto">
      {before}
      <mark>{text}</mark>
      {after}
    </p>
  )
}
