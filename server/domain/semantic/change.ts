import { failedField, invalidInput } from '../../lib/errors.ts'
import { failureOf, failureText } from '../../lib/failures/failures.ts'
import { audienceOf } from '../administration/administrators.ts'
import type { Context } from '../context.ts'
import { type ModelChange, setEmbeddings, setWeight } from './settings.ts'
import { workspaceEmbeddingStatus } from './status.ts'

/**
 * What an admin sets from a browser; gives whether all pages are read anew. They may send this server to
 * public addresses only, and to those that its operator has opened or set.
 */
export async function changeEmbeddings(
  context: Context,
  workspaceId: string,
  change: ModelChange,
): Promise<boolean> {
  const { weight, baseUrl, ...rest } = change
  if (weight !== undefined && baseUrl === undefined && Object.keys(rest).length === 0) {
    await setWeight(context, workspaceId, weight)
    return false
  }
  if (baseUrl !== undefined) await requireOpenAddress(context, workspaceId, baseUrl)
  return (await setEmbeddings(context, workspaceId, change)).isNew
}

async function requireOpenAddress(
  context: Context,
  workspaceId: string,
  baseUrl: string,
): Promise<void> {
  const settings = (await workspaceEmbeddingStatus(context, workspaceId))?.settings
  if (settings?.provider === 'http' && settings.baseUrl === baseUrl) return
  if (!URL.canParse(baseUrl)) return
  const refusal = await context.integrations.outboundHttp.guard.refusal(
    baseUrl,
    await audienceOf(context),
  )
  if (refusal === undefined) return
  const { code, values } = failureOf(refusal) ?? {}
  const message =
    code === 'addressRefused'
      ? failureText('modelAddressRefused', { detail: values?.['detail'] ?? '' })
      : refusal
  throw invalidInput([failedField('/baseUrl', 'address', message)])
}
