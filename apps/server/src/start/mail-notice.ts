import { leadsToThisMachine } from '../http/request/client-address.ts'
import type { Config } from '../settings/config.ts'

/** Tells the operator of a server without a mail server about the outbox, with the link that opens it. */
export function mailNotice({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, key: string): string {
  const listensHereOnly = leadsToThisMachine(`http://${host.includes(':') ? `[${host}]` : host}`)
  const kept = `Mails are kept, not sent. Begin with this link, and your browser can read them (until the next start):\n${publicUrl}/outbox?key=${key}`
  if (listensHereOnly && leadsToThisMachine(publicUrl)) return kept
  return `This server can be reached from elsewhere, but SMTP_URL is not set: nobody gets the mail that confirms an address, so nobody can sign up, until it is.\n${kept}`
}
