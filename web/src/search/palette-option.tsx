import { type ReactNode, useEffect, useRef } from 'react'
import { IconFilePlus, IconListSearch } from '../../vendor/icons/icons.ts'
import { displayTitle } from '../lib/page-title.ts'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { Marked } from './marked.tsx'
import { t } from './messages.ts'
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
        <span>{t.allResults({ query })}</span>
      </>
    )
  }
  if (option.kind === 'create') {
    return (
      <>
        <IconFilePlus size={18} aria-hidden />
        <span className={classes['line']}>{t.newPage({ title: option.title })}</span>
      </>
    )
  }
  if (option.kind === 'action') {
    const { label, Icon } = option.action
    return (
      <>
        <Icon size={18} stroke={1.7} />
        <span className={classes['line']} dir="auto">
          {label}
        </span>
      </>
    )
  }
  const { hit } = option
  return (
    <>
      <PageIcon icon={option.icon} size={18} />
      <span className={classes['texts']} dir="auto">
        <span className={classes['line']}>
          <Marked text={displayTitle(option.title)} query={query} />
          {hit !== undefined && hit.above.length > 0 && (
            <span className={classes['above']}>
              {' · '}
              {hit.above.map(({ title }) => displayTitle(title)).join(' / ')}
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
