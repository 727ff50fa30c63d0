import { type Outcome, outcomeOf } from '../../lib/workers/worker-pools.ts'
import { attributeChanges, attributed, unaccepted } from './attribution.ts'
import { copyBody } from './copies/copy-body.ts'
import { hunkTask } from './hunks/hunks.ts'
import { revertBody } from './reverts/revert-body.ts'
import { readSkillFile } from './skill-files/read.ts'
import { skillFile } from './skill-files/write.ts'
import { apply, change, editWithSteps, merge, prepareApplied } from './steps.ts'
import {
  anchors,
  boardFromMarkdown,
  changeLinks,
  chunks,
  comment,
  compare,
  download,
  edit,
  editProperties,
  entry,
  findTitle,
  fromDocument,
  fromFile,
  fromJson,
  fromMarkdown,
  fromWiki,
  mergeProperties,
  part,
  properties,
  links,
  siteMarkdown,
  sitePage,
  sitePart,
  siteTargets,
  splitText,
  summarize,
  toMarkdown,
  view,
} from './tasks.ts'

const tasks = {
  anchors,
  boardFromMarkdown,
  change,
  changeLinks,
  attributeChanges,
  attributed,
  apply,
  chunks,
  comment,
  compare,
  copyBody,
  download,
  edit,
  editProperties,
  editWithSteps,
  entry,
  findTitle,
  fromDocument,
  fromFile,
  fromJson,
  fromMarkdown,
  fromWiki,
  hunkTask,
  links,
  merge,
  mergeProperties,
  part,
  prepareApplied,
  properties,
  readSkillFile,
  revertBody,
  siteMarkdown,
  sitePage,
  sitePart,
  siteTargets,
  splitText,
  skillFile,
  summarize,
  toMarkdown,
  unaccepted,
  view,
}

export type Task = { name: keyof typeof tasks; input: never }

export function run({ name, input }: Task): Outcome {
  return outcomeOf(() => tasks[name](input))
}
