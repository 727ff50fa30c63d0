import { Collapse, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { NavLink } from 'react-router'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import classes from './tree.module.css'

type Props = {
  title: string
  pages: readonly { id: string; title: string; icon: string | null }[]
  onOpen: (pageId: string) => void
}

/** A short list of pages above the tree. */
export function Section({ title, pages, onOpen }: Props) {
  if (pages.length === 0) return null
  return (
    <Folding title={title}>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {pages.map(({ id, title, icon }) => (
          <li key={id}>
            <NavLink
              to={`/pages/${id}`}
              className={classes['sectionLink'] ?? ''}
              onClick={() => onOpen(id)}
            >
              <PageIcon icon={icon} />
              <span className={classes['title']}>{title || 'Untitled'}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </Folding>
  )
}

function Folding({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useLocalStorage({
    key: `quire.section.${title}`,
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
        {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
      </UnstyledButton>
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        {children}
      </Collapse>
    </section>
  )
}
