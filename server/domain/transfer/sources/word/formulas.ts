import { type Element, isElement, rawText } from '../html/tree.ts'

/** A formula of Office (OMML) as TeX that KaTeX draws. What has no form of its own is written as its content. */
export function texOf(formula: Element): string {
  return rowOf(formula).trim()
}

function rowOf(node: Element | undefined): string {
  if (node === undefined) return ''
  return joined(node.children.filter(isElement).map(partOf))
}

/** A command that ends in a letter needs a space before a letter. */
function joined(parts: readonly string[]): string {
  return parts.reduce(
    (all, part) =>
      /\\[a-zA-Z]+$/.test(all) && /^[a-zA-Z]/.test(part) ? `${all} ${part}` : all + part,
    '',
  )
}

function partOf(node: Element): string {
  const child = (name: string): string => rowOf(only(node, name))
  const property = (name: string): string | undefined => propertyOf(node, name)
  switch (node.tag) {
    case 'm:r':
      return textOf(node)
    case 'm:f':
      return fraction(property('m:type'), child('m:num'), child('m:den'))
    case 'm:sSup':
      return `${grouped(child('m:e'))}^{${child('m:sup')}}`
    case 'm:sSub':
      return `${grouped(child('m:e'))}_{${child('m:sub')}}`
    case 'm:sSubSup':
      return `${grouped(child('m:e'))}_{${child('m:sub')}}^{${child('m:sup')}}`
    case 'm:sPre':
      return `{}_{${child('m:sub')}}^{${child('m:sup')}}${grouped(child('m:e'))}`
    case 'm:rad': {
      const degree = child('m:deg')
      return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${child('m:e')}}`
    }
    case 'm:nary':
      return sum(node)
    case 'm:d':
      return delimited(node)
    case 'm:m':
      return `\\begin{matrix}${rowsOf(node, 'm:mr')}\\end{matrix}`
    case 'm:eqArr':
      return `\\begin{aligned}${lines(node, 'm:e')}\\end{aligned}`
    case 'm:func':
      return joined([functionName(child('m:fName')), grouped(child('m:e'))])
    case 'm:acc':
      return `${accents[property('m:chr') ?? '\u0302'] ?? '\\hat'}{${child('m:e')}}`
    case 'm:bar':
      return `${property('m:pos') === 'top' ? '\\overline' : '\\underline'}{${child('m:e')}}`
    case 'm:groupChr':
      return `${property('m:pos') === 'top' ? '\\overbrace' : '\\underbrace'}{${child('m:e')}}`
    case 'm:limLow':
      return `${limitBase(child('m:e'))}_{${child('m:lim')}}`
    case 'm:limUpp':
      return `${limitBase(child('m:e'))}^{${child('m:lim')}}`
    case 'm:borderBox':
      return `\\boxed{${child('m:e')}}`
    case 'm:phant':
      return `\\phantom{${child('m:e')}}`
    default:
      return node.tag.endsWith('Pr') ? '' : rowOf(node)
  }
}

function only(node: Element, name: string): Element | undefined {
  return node.children.filter(isElement).find(({ tag }) => tag === name)
}

/** The value of a property such as `m:chr`, which is in `m:naryPr`; '' for one without a value. */
function propertyOf(node: Element, name: string): string | undefined {
  const properties = only(node, `${node.tag}Pr`)
  const property = properties && only(properties, name)
  return property === undefined ? undefined : (property.attributes['m:val'] ?? '')
}

function grouped(tex: string): string {
  return /^(?:[^\\{}^_]|\\[a-zA-Z]+)$/u.test(tex) ? tex : `{${tex}}`
}

function fraction(type: string | undefined, numerator: string, denominator: string): string {
  if (type === 'lin') return `${grouped(numerator)}/${grouped(denominator)}`
  if (type === 'noBar') return `{${numerator} \\atop ${denominator}}`
  return `\\frac{${numerator}}{${denominator}}`
}

function sum(node: Element): string {
  const [lower, upper] = [rowOf(only(node, 'm:sub')), rowOf(only(node, 'm:sup'))]
  const sign = propertyOf(node, 'm:chr')
  const command = sign === undefined ? '\\int' : (operators[sign] ?? escaped(sign))
  const limits = `${lower === '' ? '' : `_{${lower}}`}${upper === '' ? '' : `^{${upper}}`}`
  return joined([command + limits, grouped(rowOf(only(node, 'm:e')))])
}

function delimited(node: Element): string {
  const [begin, end] = [propertyOf(node, 'm:begChr') ?? '(', propertyOf(node, 'm:endChr') ?? ')']
  const separator = propertyOf(node, 'm:sepChr') ?? '|'
  const inside = node.children
    .filter(isElement)
    .filter(({ tag }) => tag === 'm:e')
    .map(rowOf)
    .join(`\\middle${delimiter(separator)}`)
  return `\\left${delimiter(begin)}${inside}\\right${delimiter(end)}`
}

function delimiter(sign: string): string {
  return delimiters[sign] ?? (/^[()[\]|/]$/.test(sign) ? sign : '.')
}

function rowsOf(node: Element, name: string): string {
  return node.children
    .filter(isElement)
    .filter(({ tag }) => tag === name)
    .map((row) =>
      row.children
        .filter(isElement)
        .filter(({ tag }) => tag === 'm:e')
        .map(rowOf)
        .join(' & '),
    )
    .join(' \\\\ ')
}

function lines(node: Element, name: string): string {
  return node.children
    .filter(isElement)
    .filter(({ tag }) => tag === name)
    .map(rowOf)
    .join(' \\\\ ')
}

function functionName(tex: string): string {
  const [, name = '', rest = ''] =
    /^(?:\\(?:operatorname|mathrm)\{)?([a-zA-Z]{2,10})\}?(.*)$/s.exec(tex) ?? []
  if (name === '') return tex
  return (functions.has(name) ? `\\${name}` : `\\operatorname{${name}}`) + rest
}

function limitBase(tex: string): string {
  return /^[a-zA-Z]{2,10}$/.test(tex) ? functionName(tex) : `\\underset{}{${tex}}`
}

/** A run of text; one that is not mathematics stays upright. */
function textOf(run: Element): string {
  const properties = only(run, 'm:rPr')
  const text = run.children
    .filter(isElement)
    .filter(({ tag }) => tag === 'm:t')
    .map(rawText)
    .join('')
  const has = (name: string): Element | undefined => properties && only(properties, name)
  if (has('m:nor') !== undefined) return `\\text{${text.replaceAll(/[\\{}$%#_&^~]/g, '')}}`
  const isUpright = has('m:sty')?.attributes['m:val'] === 'p' && /^[a-zA-Z]{2,}$/.test(text)
  return isUpright ? `\\mathrm{${text}}` : escaped(text)
}

function escaped(text: string): string {
  return Array.from(text.normalize('NFKC'))
    .map((sign) => {
      if (/[{}$%#_&]/.test(sign)) return `\\${sign}`
      return signs[sign] ?? sign
    })
    .reduce((all, part) => joined([all, part]), '')
}

const signs: Readonly<Record<string, string>> = {
  '\\': '\\backslash ',
  '^': '\\hat{}',
  '~': '\\sim ',
  '\u2061': '',
  '\u200b': '',
  '\u00a0': '\\ ',
}
const operators: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
}
const accents: Readonly<Record<string, string>> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0306': '\\breve',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u030c': '\\check',
  '\u0300': '\\grave',
  '\u0301': '\\acute',
  '\u20d7': '\\vec',
}
const delimiters: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '〈': '\\langle ',
  '〉': '\\rangle ',
  '‖': '\\|',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
}
const functions = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan exp log ln lg lim max min sup inf det dim ker deg gcd hom arg Pr'.split(
    ' ',
  ),
)
