/** What a sealed signing secret is bound to: it opens for its own endpoint only. */
export function secretPurpose(webhookId: string): string {
  return `webhook secret of ${webhookId}`
}
