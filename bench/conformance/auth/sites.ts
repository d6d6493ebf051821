import type { AuthSettings } from '@cairn/auth/options'

/** A configuration of the server that the suite expects at a port. */
export interface SiteOfSuite {
  port: number
  host: string
  /** Whether the suite expects the auth service alone there, without the gateway's path before it. */
  bare: boolean
  settings: Partial<AuthSettings>
}

const PHONE = {
  factors: true,
  templates: { signIn: 'Your code is {{ .Code }}', factor: 'Your code is {{ .Code }}' },
}

/** As the suite's own configuration has them. */
const PASSKEYS = { name: 'Conformance', id: 'localhost', origins: ['http://localhost:5173'] }

/** As the suite's own docker-compose.yml and supabase/config.toml have them. */
export const SITES: readonly SiteOfSuite[] = [
  {
    port: 54_321,
    host: '127.0.0.1',
    bare: false,
    settings: {
      mailerAutoconfirm: true,
      allowAnonymous: true,
      redirectAllowList: ['http://localhost:5173'],
      passkeys: PASSKEYS,
    },
  },
  { port: 9_999, host: 'localhost', bare: true, settings: { phone: { ...PHONE, autoconfirm: false } } },
  {
    port: 9_998,
    host: 'localhost',
    bare: true,
    settings: { mailerAutoconfirm: true, allowAnonymous: true, phone: { ...PHONE, autoconfirm: true } },
  },
  { port: 9_997, host: 'localhost', bare: true, settings: { enableSignup: false } },
  { port: 9_996, host: 'localhost', bare: true, settings: { mailerAutoconfirm: true } },
]
