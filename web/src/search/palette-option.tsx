import { IconFilePlus, IconListSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { Marked } from './marked.tsx'
import type { Option } from './options.ts'
import classes from './search.module.css'

type Props = {
  id: string
  option: Option
  query: string
  isActive: boolean
  onHover: () => void
  onChoose: (inTab: boolean) => void
}

export function PaletteOption({ id, option, query, isActive, onHover, onChoose }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes['option']}
      onMouseMove={onHover}
      onClick={(event) => onChoose(event.metaKey || event.ctrlKey)}
    >
      {contentOf(option, query)}
    </div>
  )
}

function contentOf(option: Option, query: string): ReactNode {
  if (option.kind === 'all') {
    return (
      <>
        <IconListSearch size={18} aria-hidden />
        <span>All results for “{query}”</span>
      </>
    )
  }
  if (option.kind === 'create') {
    return (
      <>
        <IconFilePlus size={18} aria-hidden />
        <span className={classes['line']}>New page “{option.title}”</span>
      </>
    )
  }
  const { hit } = option
  return (
    <>
      <PageIcon icon={option.icon} size={18} />
      <span className={classes['texts']}>
        <span className={classes['line']}>
          <Marked text={option.title || 'Untitled'} query={query} />
          {hit !== undefined && hit.above.length > 0 && (
            <span className={classes['above']}>
              {' · '}
              {hit.above.map(({ title }) => title || 'Untitled').join(' / ')}
            </span>
          )}
        </span>
        {hit !== undefined && hit.blockNumber > 0 && (
          <span className={classes['fragment']}>
            <Marked text={hit.content} query={query} />
          </span>
        )}
      </span>
    </>
  )
}
