import { Collapse, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { NavLink } from 'react-router'
import { IconChevronDown, IconChevronRight } from '../../vendor/icons/icons.ts'
import { displayTitle } from '../lib/page-title.ts'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import classes from './tree.module.css'

type Props = {
  /** In the browser's storage. */
  name: string
  title: string
  pages: readonly { id: string; title: string; icon: string | null }[]
  onOpen: (pageId: string) => void
}

/** A short list of pages above the tree. */
export function Section({ name, title, pages, onOpen }: Props) {
  if (pages.length === 0) return null
  return (
    <Folding name={name} title={title}>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {pages.map(({ id, title, icon }) => (
          <li key={id}>
            <NavLink
              to={`/pages/${id}`}
              className={classes['sectionLink'] ?? ''}
              onClick={() => onOpen(id)}
            >
              <PageIcon icon={icon} />
              <span className={classes['title']} dir="auto">
                {displayTitle(title)}
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </Folding>
  )
}

type FoldingProps = { name: string; title: string; children: ReactNode }

function Folding({ name, title, children }: FoldingProps) {
  const id = useId()
  const [isOpen, setOpen] = useLocalStorage({
    key: `quire.section.${name}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  return (
    <section className={classes['section']} aria-label={title}>
      <UnstyledButton
        className={classes['heading']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        w="100%"
      >
        {title}
        {isOpen ? (
          <IconChevronDown size={14} />
        ) : (
          <IconChevronRight size={14} className={classes['chevron']} />
        )}
      </UnstyledButton>
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        {children}
      </Collapse>
    </section>
  )
}
