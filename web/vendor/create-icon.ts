import { createElement, type ReactElement, type SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  size?: string | number
  stroke?: string | number
}

export type Icon = (props: IconProps) => ReactElement

/** The elements of an icon: their names and attributes. */
export type IconNode = readonly (readonly [string, { readonly [attribute: string]: string }])[]

const styles = {
  outline: { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' },
  filled: { stroke: 'none' },
} as const

export function createIcon(style: keyof typeof styles, name: string, node: IconNode): Icon {
  return ({ color = 'currentColor', size = 24, stroke = 2, className, children, ...rest }) => {
    const drawn = style === 'filled' ? { fill: color } : { stroke: color, strokeWidth: stroke }
    const attributes: SVGProps<SVGSVGElement> = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      ...styles[style],
      ...drawn,
      className: ['tabler-icon', `tabler-icon-${name}`, className].filter(Boolean).join(' '),
      ...rest,
    }
    const elements = node.map(([tag, given]) => createElement(tag, given))
    return createElement('svg', attributes, elements, children)
  }
}
