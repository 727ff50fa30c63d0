import { parse } from 'yaml'

/**
 * What skills-ref, the reference library of the Agent Skills specification, finds in the main file of a skill in a folder:
 * its rules and limits, written down from its source (validator.py, parser.py).
 */
export function validateSkill(text: string, folder: string): string[] {
  if (!text.startsWith('---')) return ['SKILL.md must start with YAML frontmatter']
  const [, yaml, ...rest] = text.split('---')
  if (yaml === undefined || rest.length === 0) return ['frontmatter is not closed']
  const fields: unknown = parse(yaml)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    return ['frontmatter must be a mapping']
  }
  const { name, description, compatibility, ...others } = {
    name: undefined,
    description: undefined,
    compatibility: undefined,
    ...fields,
  }
  return [
    ...unexpected(Object.keys(others)),
    ...nameErrors(name, folder),
    ...descriptionErrors(description),
    ...compatibilityErrors(compatibility),
  ]
}

const otherFields = new Set(['license', 'allowed-tools', 'metadata'])

function unexpected(names: readonly string[]): string[] {
  const extra = names.filter((name) => !otherFields.has(name))
  return extra.length === 0 ? [] : [`Unexpected fields in frontmatter: ${extra.join(', ')}`]
}

function nameErrors(name: unknown, folder: string): string[] {
  if (typeof name !== 'string' || name.trim() === '') return ['name must be a non-empty string']
  const errors: string[] = []
  if (name.length > 64) errors.push('name exceeds 64 characters')
  if (name !== name.toLowerCase()) errors.push('name must be lowercase')
  if (name.startsWith('-') || name.endsWith('-')) errors.push('name starts or ends with a hyphen')
  if (name.includes('--')) errors.push('name has consecutive hyphens')
  if (!/^[\p{L}\p{N}-]+$/u.test(name)) errors.push('name has invalid characters')
  if (name !== folder) errors.push(`folder ${folder} must match ${name}`)
  return errors
}

function descriptionErrors(description: unknown): string[] {
  if (typeof description !== 'string' || description.trim() === '') {
    return ['description must be a non-empty string']
  }
  return description.length > 1024 ? ['description exceeds 1024 characters'] : []
}

function compatibilityErrors(compatibility: unknown): string[] {
  if (compatibility === undefined) return []
  if (typeof compatibility !== 'string') return ['compatibility must be a string']
  return compatibility.length > 500 ? ['compatibility exceeds 500 characters'] : []
}
