/** Accounts without a mailbox have addresses of these domains, which nobody can own (RFC 2606). */
export const ownDomains = { agent: 'agents.invalid', visitor: 'visitors.invalid' } as const

const own = new RegExp(`@(?:[^@]*\\.)?(?:${Object.values(ownDomains).join('|')})\\.?$`, 'i')

/** Whether an address is or looks like that of an agent or a visitor. */
export function isOwnDomain(address: string): boolean {
  return own.test(address.trim())
}
