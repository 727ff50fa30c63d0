import { calloutKinds } from '../../../content/vocabulary.ts'
import { t } from './messages.ts'

export type CalloutKind = (typeof calloutKinds)[number]

function isKind(kind: string): kind is CalloutKind {
  return calloutKinds.some((one) => one === kind)
}

export function calloutTitle(kind: string): string {
  return isKind(kind) ? t[kind] : kind
}

/** The titles of callouts for style sheets, as `--quire-callout-tip`. */
export function calloutTitleVariables(): Record<`--quire-callout-${CalloutKind}`, string> {
  return {
    '--quire-callout-note': JSON.stringify(t.note),
    '--quire-callout-tip': JSON.stringify(t.tip),
    '--quire-callout-important': JSON.stringify(t.important),
    '--quire-callout-warning': JSON.stringify(t.warning),
    '--quire-callout-caution': JSON.stringify(t.caution),
  }
}
