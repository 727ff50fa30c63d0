import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { t } from './messages.ts'

type Crumb = { id: string; title: string; icon: string | null }

/** The pages above, the nearest ones first to keep when there is little room. */
export function Breadcrumb({ ancestors, title }: { ancestors: readonly Crumb[]; title: string }) {
  return (
    <nav className="breadcrumb" aria-label={t.breadcrumb}>
      <ol>
        {ancestors.map((page) => (
          <li key={page.id}>
            <Link to={`/pages/${page.id}`}>
              {page.icon !== null && <PageIcon icon={page.icon} size={14} />}
              <span dir="auto">{page.title || t.untitled}</span>
            </Link>
            <IconChevronRight className="breadcrumb-separator" size={14} stroke={1.6} aria-hidden />
          </li>
        ))}
        <li aria-current="page">
          <span dir="auto">{title || t.untitled}</span>
        </li>
      </ol>
    </nav>
  )
}
