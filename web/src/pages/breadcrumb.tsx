import { Menu, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconChevronRight } from '../../vendor/icons/icons.ts'
import { displayTitle } from '../lib/page-title.ts'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { t } from './messages.ts'
import './breadcrumb.css'

type Crumb = { id: string; title: string; icon: string | null }

/** Ancestors that have room beside the title; of more, those in the middle are in a menu. */
const maxShown = 3

/** The ancestors of the page, then its title. */
export function Breadcrumb({ ancestors, title }: { ancestors: readonly Crumb[]; title: string }) {
  const [first, ...others] = ancestors
  const hidden = ancestors.length > maxShown ? others.slice(0, -1) : []
  const shown = ancestors.length > maxShown ? ancestors.slice(-1) : others
  return (
    <nav className="breadcrumb" aria-label={t.breadcrumb}>
      <ol>
        {first !== undefined && <Ancestor page={first} />}
        {hidden.length > 0 && (
          <Item className="breadcrumb-more">
            <HiddenAncestors pages={hidden} />
          </Item>
        )}
        {shown.map((page) => (
          <Ancestor key={page.id} page={page} />
        ))}
        <li aria-current="page">
          <span dir="auto">{displayTitle(title)}</span>
        </li>
      </ol>
    </nav>
  )
}

function Ancestor({ page: { id, title, icon } }: { page: Crumb }) {
  return (
    <Item>
      <Link to={`/pages/${id}`}>
        {icon !== null && <PageIcon icon={icon} size={14} />}
        <span dir="auto">{displayTitle(title)}</span>
      </Link>
    </Item>
  )
}

function HiddenAncestors({ pages }: { pages: readonly Crumb[] }) {
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className="breadcrumb-button" aria-label={t.pagesBetween}>
          …
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ id, title, icon }) => (
          <Menu.Item
            key={id}
            component={Link}
            to={`/pages/${id}`}
            leftSection={<PageIcon icon={icon} size={14} />}
          >
            <span dir="auto">{displayTitle(title)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <li className={className}>
      {children}
      <IconChevronRight className="breadcrumb-separator" size={14} stroke={1.6} aria-hidden />
    </li>
  )
}
