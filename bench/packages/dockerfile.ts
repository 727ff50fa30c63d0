import { matchesGlob } from 'node:path'

export type Step = { word: string; text: string }
/** What follows a FROM. */
export type Stage = { base: string; name: string | undefined; steps: Step[] }

/** The stages of a Dockerfile, without comments. */
export function readStages(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+) (.*)$/.exec(line.trim()) ?? []
    if (word === 'FROM') {
      const [base = '', , name] = rest.split(' ')
      stages.push({ base, name, steps: [] })
    } else stages.at(-1)?.steps.push({ word, text: rest })
  }
  return stages
}

/** `A=b C=d`, as ENV has it. */
export function readVariables(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(' ').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** The words of CMD and of the command of HEALTHCHECK. */
export function readWords(text: string): string[] {
  // SAFETY: the form that the test of the Dockerfile asks for.
  return JSON.parse(text.slice(text.indexOf('['))) as string[]
}

/** Whether a path of the context is left out: the last line that names it, or a folder of it, decides. */
export function readIgnored(text: string): (path: string) => boolean {
  const lines = text.split('\n').filter((line) => line !== '')
  return (path) => {
    const names = path.split('/')
    const paths = names.map((_, index) => names.slice(0, index + 1).join('/'))
    const last = lines.findLast((line) =>
      paths.some((one) => matchesGlob(one, line.replace(/^!/, ''))),
    )
    return last !== undefined && !last.startsWith('!')
  }
}
