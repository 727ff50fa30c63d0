import { Button } from '@mantine/core'
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react'
import { personName } from '../../lib/authors/author-name.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Conflict, Origin, DisputedLocation, Side } from '../saving/save-status.ts'
import './conflicts.css'
import { t } from './messages.ts'
import { SideText, subjectOf, valueLabel } from './side-text.tsx'

type Props = {
  ref?: Ref<HTMLElement>
  conflict: Conflict
  untitled: string
  choose: (location: string, side: Side) => void
  /** Called when the person has chosen in the last place by keyboard. */
  done: () => void
}

/** Both versions of each place that two changed at once, side by side, for the person to choose. */
export function Conflicts({ ref, conflict, untitled, choose, done }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const { locations, title } = conflict
  const count = locations.length + (title === undefined ? 0 : 1)
  const goesOn = useRef(false)
  // The place goes away: whoever works by keyboard goes on in the next one, and then in the page.
  useEffect(() => {
    if (goesOn.current) list.current?.querySelector('button')?.focus()
    goesOn.current = false
  })
  const goOn = useEffectEvent(() => {
    if (goesOn.current) done()
  })
  useEffect(() => () => goOn(), [])
  const decide = (key: string, side: Side, { detail }: MouseEvent) => {
    goesOn.current = detail === 0
    choose(key, side)
  }
  const heading = useId()
  return (
    <section ref={ref} className="conflicts" aria-labelledby={heading} tabIndex={-1}>
      <div role="alert">
        <h2 id={heading}>{t.title}</h2>
        <p>{t.intro({ count })}</p>
      </div>
      <ol ref={list}>
        {title !== undefined && (
          <Row
            number={1}
            about={<b>{t.pageTitle}</b>}
            mine={<mark dir="auto">{title.mine || untitled}</mark>}
            theirs={<mark dir="auto">{title.theirs || untitled}</mark>}
            origin={undefined}
            choose={(side, event) => decide('title', side, event)}
          />
        )}
        {locations.map((location, index) => (
          <Row
            key={location.key}
            number={count - locations.length + index + 1}
            about={<About location={location} />}
            mine={<SideText location={location} side="mine" />}
            theirs={<SideText location={location} side="theirs" />}
            origin={location.origin}
            choose={(side, event) => decide(location.key, side, event)}
          />
        ))}
      </ol>
    </section>
  )
}

/** Where the place is, and what was there before both changed it. */
function About({ location }: { location: DisputedLocation }) {
  const { headings, cell, base, name = '' } = location
  const subject = subjectOf(location)
  const before = subject === undefined ? base.trim() : valueLabel(name, base)
  return (
    <>
      {headings.length > 0 && (
        <b>
          <Path names={headings} />
        </b>
      )}
      {cell.length > 0 && (
        <span>
          <Path names={cell} />
        </span>
      )}
      {subject !== undefined && <span>{subject}</span>}
      {location.kind !== 'mark' && (
        <span>{before === '' ? t.added : t.before({ text: () => <bdi>{before}</bdi> })}</span>
      )}
    </>
  )
}

function Path({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- two names can be the same
    <bdi key={index}>{name}</bdi>
  ))
}

type RowProps = {
  number: number
  about: ReactNode
  mine: ReactNode
  theirs: ReactNode
  origin: Origin | undefined
  choose: (side: Side, event: MouseEvent) => void
}

function Row({ number, about, mine, theirs, origin, choose }: RowProps) {
  const id = useId()
  const by = origin?.by ?? null
  return (
    <li aria-label={t.location({ number })}>
      <p className="conflict-about">{about}</p>
      <div className="conflict-sides">
        <div className="conflict-side">
          <p className="conflict-who">{t.yours}</p>
          <p id={`${id}-mine`} className="conflict-text" dir="auto">
            {mine}
          </p>
          <Button
            size="compact-sm"
            variant="default"
            aria-describedby={`${id}-mine`}
            onClick={(event) => choose('mine', event)}
          >
            {t.keepYours}
          </Button>
        </div>
        <div className="conflict-side">
          <p className="conflict-who">
            {by === null ? t.theirs : t.theirsBy({ name: () => <bdi>{personName(by)}</bdi> })}
            {origin !== undefined && <When origin={origin} />}
          </p>
          <p id={`${id}-theirs`} className="conflict-text" dir="auto">
            {theirs}
          </p>
          <Button
            size="compact-sm"
            variant="default"
            aria-describedby={`${id}-theirs`}
            onClick={(event) => choose('theirs', event)}
          >
            {t.keepTheirs}
          </Button>
        </div>
      </div>
    </li>
  )
}

function When({ origin: { at, via } }: { origin: Origin }) {
  if (at === null) return null
  const through = interfaceLabel(via)
  const ago = () => <RelativeTime at={at} />
  return <small>{through === undefined ? ago() : t.through({ ago, interface: through })}</small>
}

function interfaceLabel(via: string | null): string | undefined {
  switch (via) {
    case 'api':
      return t.viaApi
    case 'mcp':
      return t.viaAgent
    case 'chat':
      return t.viaChat
    case 'cli':
      return t.viaCommandLine
    case 'import':
      return t.viaImport
    default:
      return undefined
  }
}
