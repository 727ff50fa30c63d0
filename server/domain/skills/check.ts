import { skillFields } from '../document/skill-files/front-matter.ts'
import { resolveIn, type WrittenFile } from '../document/skill-files/write.ts'
import { type FolderFile, maxBytes, maxFiles, sizeOf } from './files.ts'
import { error, type Finding, warning } from './findings.ts'
import { isSkillName, reasonAgainst } from './names.ts'
import { clashesOf, type Plan, type PlannedPage } from './plan.ts'

type Written = { page: Pick<PlannedPage, 'path' | 'properties'>; file: WrittenFile }
/** What is checked: a skill that exists, or one that is about to be imported. */
export type Checked = { name: string; main: Pick<Plan['main'], 'ownership'> }
type CheckedFile = Pick<FolderFile, 'path' | 'size'>
type Folder = { files: readonly CheckedFile[]; written: readonly Written[] }
type Fields = Readonly<Record<string, unknown>>

const maxDescriptionLength = 1024
const maxCompatibilityLength = 500
const maxLines = 500

/** Checks a folder against the Agent Skills specification. */
export function checkFolder(plan: Checked, fields: Fields, folder: Folder): Finding[] {
  const isSkill = plan.main.ownership === 'SKILL'
  return [
    ...checkName(plan, fields),
    ...checkDescription(fields, folder.written[0]),
    ...(isSkill ? checkFields(fields) : []),
    ...checkFiles(folder.files),
    ...folder.written.flatMap((written) => checkLinks(written, folder.files)),
    ...(isSkill ? checkText(folder.written[0], folder.files) : []),
  ]
}

function checkName({ name, main }: Checked, fields: Fields): Finding[] {
  if (fields['name'] !== name) {
    const message = 'The front matter cannot be read as YAML. Correct the properties of the page.'
    return [error('front-matter-invalid', message)]
  }
  if (isSkillName(name)) return []
  const what = main.ownership === 'AGENT' ? 'agent' : 'skill'
  const message = `The name of the ${what}, “${name}”, must have 1 to 64 lower-case letters a–z, digits and single hyphens.`
  return [error('name-invalid', message)]
}

function checkDescription(fields: Fields, main: Written | undefined): Finding[] {
  const { description } = fields
  if (typeof description !== 'string' || description.trim() === '') {
    return [error('description-invalid', 'Set the property “description” to a text.')]
  }
  if (Array.from(description).length > maxDescriptionLength) {
    const message = `The description has more than ${maxDescriptionLength} characters.`
    return [error('description-invalid', message)]
  }
  const isGiven = /^description[ \t]*:/m.test(main?.page.properties ?? '')
  if (!isGiven) {
    const message =
      'The first line of the text is used as the description. Set the property “description”: say what the skill does and when to use it.'
    return [warning('description-derived', message)]
  }
  if (
    /\b(?:when|whenever|use|using|if|before|after)\b/i.test(description) ||
    !isEnglish(description)
  ) {
    return []
  }
  const message = 'The description does not say when to use the skill. Add “Use when …”.'
  return [warning('description-without-use', message)]
}

/** The words above are English. */
function isEnglish(text: string): boolean {
  return /^[\p{ASCII}\p{P}\s]*$/u.test(text) && /\b(?:the|and|of|for|to|with|a)\b/i.test(text)
}

function checkFields(fields: Fields): Finding[] {
  const { compatibility, metadata } = fields
  const others = Object.keys(fields).filter((name) => !skillFields.some((field) => field === name))
  const isMapping = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  const isText = isMapping && Object.values(metadata).every((value) => typeof value === 'string')
  return [
    ...(compatibility === undefined || isShortText(compatibility)
      ? []
      : [
          error(
            'compatibility-invalid',
            `The property “compatibility” must be a text of at most ${maxCompatibilityLength} characters.`,
          ),
        ]),
    ...(metadata === undefined || isText
      ? []
      : [
          warning(
            'metadata-invalid',
            'The property “metadata” must be a mapping of names to texts.',
          ),
        ]),
    ...others.map((name) =>
      warning(
        'field-unknown',
        `The specification has no field “${name}”. Move it below “metadata”.`,
      ),
    ),
  ]
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxCompatibilityLength
}

function checkFiles(files: readonly CheckedFile[]): Finding[] {
  const clashes = new Set(clashesOf(files.map(({ path }) => path)))
  return [
    ...(files.length > maxFiles
      ? [error('too-many-files', `The skill has ${files.length} files. The limit is ${maxFiles}.`)]
      : []),
    ...(sizeOf(files) > maxBytes
      ? [error('too-large', 'The files of the skill have more than 16 MiB together.')]
      : []),
    ...files.flatMap(({ path }) => {
      const reason = reasonAgainst(path) ?? (clashes.has(path) ? 'another file has it' : undefined)
      if (reason === undefined) return []
      return [error('path-invalid', `The path ${path} cannot be used: ${reason}.`, path)]
    }),
  ]
}

function checkLinks({ page: { path }, file }: Written, files: readonly CheckedFile[]): Finding[] {
  const known = new Set(files.map((one) => one.path))
  return file.urls.flatMap((url): Finding[] => {
    if (/^\/(?:pages|files|workspaces)\//.test(url)) {
      const message = `The link ${url} leads out of the skill. Agents that installed the skill cannot open it.`
      return [warning('link-outside', message, path)]
    }
    const [target = ''] = url.split(/[#?]/)
    const resolved = resolveIn(path, target)
    if (resolved === undefined || known.has(resolved)) return []
    if ([...known].some((one) => one.startsWith(`${resolved.replace(/\/$/, '')}/`))) return []
    return [warning('link-broken', `The link ${url} leads to a file that does not exist.`, path)]
  })
}

const scriptMention = /(?:^|[\s`'"(=])((?:\.\/)?scripts\/[\w./-]*\w)/g

function checkText(main: Written | undefined, files: readonly CheckedFile[]): Finding[] {
  if (main === undefined) return []
  const { path } = main.page
  const { text } = main.file
  const known = new Set(files.map((one) => one.path))
  const named = new Set(
    [...text.matchAll(scriptMention)].map(([, name = '']) => name.replace('./', '')),
  )
  const missing = [...named].filter(
    (name) => /\.\w+$/.test(name) && !known.has(name) && !main.file.urls.includes(name),
  )
  return [
    ...missing.map((name) =>
      warning('script-missing', `The text names ${name}, which is not attached.`, path),
    ),
    ...(text.split('\n').length > maxLines
      ? [
          warning(
            'too-long',
            `${path} has more than ${maxLines} lines. Move details to subpages, which agents read when they need them.`,
            path,
          ),
        ]
      : []),
  ]
}
