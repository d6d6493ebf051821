import { isHttpsAddress } from '@/lib/address/https-address.ts'

const SITES = new Map([
  ['Zapier', 'https://zapier.com/app/zaps'],
  ['Make.com', 'https://www.make.com/'],
  ['Power Automate', 'https://make.powerautomate.com/'],
])

/**
 * Where an automation's name leads: to the stored webhook of a Zap, otherwise to the provider's site; null where it has
 * none. What is stored may be older than the rules for it, so nothing but https is followed.
 */
export function automationLink({ source, webhookUrl }: { source: string; webhookUrl: string }): URL | null {
  if (source === 'Zapier' && isHttpsAddress(webhookUrl)) return new URL(webhookUrl)
  const site = SITES.get(source)
  return site === undefined ? null : new URL(site)
}
