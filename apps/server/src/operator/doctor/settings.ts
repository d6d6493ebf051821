import { leadsToThisMachine } from '../../http/request/client-address.ts'
import { type Config, parseConfig } from '../../settings/config.ts'
import { type Finding, note, ok, trouble } from './finding.ts'

/** Checks settings against each other; each of them alone is valid. */
export function checkSettings(config: Config): Finding[] {
  const isOpen = !leadsToThisMachine(config.publicUrl)
  return [
    ok('settings', `can be used; people come to ${config.publicUrl}`),
    ...(isOpen ? ofOpenServer(config) : []),
  ]
}

/** The settings, or the finding that says which of them are wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Config | Finding {
  try {
    return parseConfig(env)
  } catch (error) {
    const sentence = error instanceof Error ? error.message.replaceAll('\n', '') : String(error)
    return trouble('settings', sentence)
  }
}

function ofOpenServer({ publicUrl, smtpUrl, trustedProxies }: Config): Finding[] {
  const findings: Finding[] = []
  if (!publicUrl.startsWith('https:'))
    findings.push(
      trouble(
        'settings',
        `${publicUrl} is not encrypted: put a proxy with TLS in front, and let PUBLIC_URL begin with https.`,
      ),
    )
  if (publicUrl.startsWith('https:') && trustedProxies.length === 0)
    findings.push(
      note(
        'settings',
        'CAIRN_TRUSTED_PROXIES is not set: behind a proxy all visitors share the limits of one network.',
      ),
    )
  if (smtpUrl === null)
    findings.push(trouble('settings', 'SMTP_URL is not set: nobody gets the mail that confirms an address.'))
  return findings
}
