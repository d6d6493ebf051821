import type { MailTemplate } from '@cairn/auth/delivery/mail/template'
import type { AuthSettings } from '@cairn/auth/options'

/** A configuration of the server that the suite expects at a port. */
export interface SiteOfSuite {
  port: number
  host: string
  settings: Partial<AuthSettings>
}

const PHONE = {
  factors: true,
  templates: { signIn: 'Your code is {{ .Code }}', factor: 'Your code is {{ .Code }}' },
}

/** As the suite's own docker-compose.yml and supabase/config.toml have them. */
export const SITES: readonly SiteOfSuite[] = [
  {
    port: 54_321,
    host: '127.0.0.1',
    settings: { mailerAutoconfirm: true, allowAnonymous: true, redirectAllowList: ['http://localhost:5173'] },
  },
  { port: 9_999, host: 'localhost', settings: { phone: { ...PHONE, autoconfirm: false } } },
  {
    port: 9_998,
    host: 'localhost',
    settings: { mailerAutoconfirm: true, allowAnonymous: true, phone: { ...PHONE, autoconfirm: true } },
  },
  { port: 9_997, host: 'localhost', settings: { enableSignup: false } },
  { port: 9_996, host: 'localhost', settings: { mailerAutoconfirm: true } },
]

const template: MailTemplate = { subject: 'Conformance', html: '<p>{{ .Token }}</p>', text: '{{ .Token }}' }
const PASSWORDS = { minimumLength: 6, requiredCharacters: [] }
const PLENTY = 1_000_000

/** What all of them share. A suite that asks all the time is no attacker, so nothing is limited. */
export const SHARED: Omit<AuthSettings, 'siteUrl'> = {
  jwtExpirySeconds: 3_600,
  passwords: { atSignUp: PASSWORDS, atChange: PASSWORDS, remembered: 1 },
  enableSignup: true,
  // As the suite's own configuration has them.
  passkeys: { name: 'Conformance', id: 'localhost', origins: ['http://localhost:5173'] },
  // Ours as it is installed; with LINKS_PROVE_ALL=true what Supabase Auth does.
  linksProveAll: process.env['LINKS_PROVE_ALL'] === 'true',
  redirectAllowList: [],
  hooks: {},
  templates: {
    confirmation: template,
    existingAccount: template,
    invite: template,
    magicLink: template,
    recovery: template,
    emailChange: template,
    reauthentication: template,
  },
  rateLimits: {
    signUpsPerFiveMinutes: PLENTY,
    codesPerFiveMinutes: PLENTY,
    mailCooldownSeconds: 0,
    mailsPerHour: PLENTY,
    smsCooldownSeconds: 0,
    smsPerHour: PLENTY,
    smsPerHourTotal: PLENTY,
  },
}
