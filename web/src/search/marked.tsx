import { useMemo } from 'react'
import { highlight } from './highlight.ts'
import classes from './search.module.css'

type Props = { text: string; query: string }

/** A text with what the query matches marked. It is only ever text, never markup. */
export function Marked({ text, query }: Props) {
  const spans = useMemo(() => highlight(text, query), [text, query])
  return (
    <>
      {spans.map(({ text, isMatch }, index) =>
        isMatch ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name
          <mark key={index} className={classes['mark']}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </>
  )
}
