import type { AuthSettings } from '@cairn/auth/options'
import type { MailTemplate } from '@cairn/delivery/port/templates'

const template: MailTemplate = { subject: 'Conformance', html: '<p>{{ .Token }}</p>', text: '{{ .Token }}' }
const PASSWORDS = { minimumLength: 6, requiredCharacters: [], minimumStrength: 0 }
const PLENTY = 1_000_000

/** The settings that all installations share. The limits let a suite ask for accounts all the time. */
export const COMMON: Omit<AuthSettings, 'siteUrl'> = {
  jwtExpirySeconds: 3_600,
  passwords: { atSignUp: PASSWORDS, atChange: PASSWORDS, remembered: 1 },
  enableSignup: true,
  // Cairn's default; LINKS_PROVE_ALL=true sets the behavior of Supabase Auth.
  linksProveAll: process.env['LINKS_PROVE_ALL'] === 'true',
  redirectAllowList: [],
  hooks: {},
  oauthServer: { consentPath: '/oauth/consent', scopes: [], resources: [], dynamicRegistration: false },
  templates: {
    confirmation: template,
    existingAccount: template,
    invite: template,
    magicLink: template,
    recovery: template,
    emailChange: template,
    reauthentication: template,
    securityChange: template,
  },
  rateLimits: {
    signUpsPerFiveMinutes: PLENTY,
    codesPerFiveMinutes: PLENTY,
    wrongPasswordsPerFiveMinutes: PLENTY,
    mailCooldownSeconds: 0,
    mailsPerHour: PLENTY,
    smsCooldownSeconds: 0,
    smsPerHour: PLENTY,
    smsPerHourTotal: PLENTY,
  },
}
