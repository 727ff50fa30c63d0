/** The links of YAML properties lead to the copies too. */
export function copyProperties(
  source: string | null,
  copies: ReadonlyMap<string, string>,
): string | null {
  const replaced = source?.replaceAll(
    /\/pages\/([0-9a-f-]{36})/gi,
    (all, id: string) => `/pages/${copies.get(id.toLowerCase()) ?? all.slice('/pages/'.length)}`,
  )
  return replaced ?? null
}
