import { lazy, Suspense, useState } from 'react'
import { AddProperty } from './add-property.tsx'
import { t } from './messages.ts'
import {
  type PageIds,
  type PageProperties,
  type Property,
  useChangeProperties,
  useProperties,
} from './property-queries.ts'
import type { PropertyType } from './property-types.ts'
import classes from './properties.module.css'

const PropertyRow = lazy(async () => ({
  default: (await import('./property-row.tsx')).PropertyRow,
}))

type Props = PageIds & {
  isEditable: boolean
  /** Whether the person may change what all pages of the section have. */
  canManage: boolean
}

/** The properties under the title of a page. */
export function PropertiesPanel({ workspaceId, pageId, isEditable, canManage }: Props) {
  const page = { workspaceId, pageId }
  const { data } = useProperties(page)
  const change = useChangeProperties(page)
  // Types that were chosen for properties without a value, which YAML cannot say.
  const [types, setTypes] = useState<ReadonlyMap<string, PropertyType>>(new Map())
  const [added, setAdded] = useState<string>()
  if (data === undefined) return null
  const setType = (key: string, type: PropertyType) =>
    setTypes((now) => new Map(now).set(key, type))
  const rows = rowsOf(data, types, isEditable)
  if (!isEditable && rows.length === 0) return null
  return (
    <section className={classes['panel']} aria-label={t.properties}>
      {rows.length > 0 && (
        <Suspense>
          <dl className={classes['list']}>
            {rows.map((property, index) => (
              <PropertyRow
                key={property.key}
                page={page}
                property={property}
                data={data}
                isEditable={isEditable}
                isNew={property.key === added}
                isStored={data.properties.some(({ key }) => key === property.key)}
                before={rows.slice(0, index).map(({ key }) => key)}
                after={rows.slice(index + 1).map(({ key }) => key)}
                change={change}
                setType={(type) => setType(property.key, type)}
              />
            ))}
          </dl>
        </Suspense>
      )}
      {isEditable && (
        <AddProperty
          page={page}
          data={data}
          canManage={canManage}
          add={(key, type) => {
            setType(key, type)
            setAdded(key)
            const initial = data.schema.find((one) => one.key === key)?.default
            void change({ set: { [key]: initial ?? (type === 'checkbox' ? false : null) } })
          }}
        />
      )}
    </section>
  )
}

/** The properties of the page, and for those who edit it the ones of the schema that have no value yet. */
function rowsOf(
  { properties, schema }: PageProperties,
  types: ReadonlyMap<string, PropertyType>,
  isEditable: boolean,
): Property[] {
  const typed = properties.map((property) => {
    const isOpen = property.yaml === null && !schema.some(({ key }) => key === property.key)
    return { ...property, type: (isOpen ? types.get(property.key) : undefined) ?? property.type }
  })
  if (!isEditable) return typed
  const keys = new Set(properties.map(({ key }) => key))
  const missing = schema
    .filter(({ key }) => !keys.has(key))
    .map(({ key, type }) => ({ key, type, value: null, yaml: null }))
  return [...typed, ...missing]
}
