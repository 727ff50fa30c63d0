import type { ComponentProps } from 'react'
import '../../board/board.css'
import { PropertyField } from '../../properties/fields/property-field.tsx'
import { PropertyView } from '../../properties/fields/property-view.tsx'
import { ViewBlock } from '../../views/view-block.tsx'

const parts = { Field: PropertyField, Value: PropertyView }

/** A view whose cells are the fields of properties. */
export function ViewWithFields(props: Omit<ComponentProps<typeof ViewBlock>, 'parts'>) {
  return <ViewBlock {...props} parts={parts} />
}
