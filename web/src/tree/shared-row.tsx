import type { ItemInstance } from '@headless-tree/core'
import type { CSSProperties } from 'react'
import { IconUsers } from '../../vendor/icons/icons.ts'
import type { TreePage } from './children.ts'
import { t } from './messages.ts'
import { Toggle } from './tree-row.tsx'
import classes from './tree.module.css'

type Props = { item: ItemInstance<TreePage>; style: CSSProperties }

/** Holds the pages that are shared with the person below pages that they cannot read. */
export function SharedRow({ item, style }: Props) {
  return (
    <div
      {...item.getProps()}
      style={{ ...style, paddingInlineStart: 4 }}
      className={classes['row']}
      aria-selected={false}
      data-shared
    >
      <Toggle item={item} />
      <span className={classes['link']}>
        <IconUsers size={16} stroke={1.6} aria-hidden />
        <span className={classes['title']}>{t.sharedWithMe}</span>
      </span>
    </div>
  )
}
