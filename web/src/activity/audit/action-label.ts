import { t } from './messages.ts'

/** An action of the audit log in words; its name, if another version of the server wrote it. */
export function actionLabel(action: string): string {
  const key = action.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())
  const label: unknown = Object.hasOwn(t, key) ? Reflect.get(t, key) : undefined
  return typeof label === 'string' ? label : action
}
