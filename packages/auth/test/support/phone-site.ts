import { afterAll } from 'vitest'
import type { PhoneSettings } from '../../src/options.ts'
import { openTestSite, type SiteOptions } from './fixture.ts'
import { openSmsProvider } from './sms-provider.ts'

export const PHONE: PhoneSettings = {
  autoconfirm: false,
  factors: true,
  templates: { signIn: 'Your code is {{ .Code }}', factor: 'The second code is {{ .Code }}' },
}

let last = 0

/** A number that is used only once in this run. */
export function freshNumber(): string {
  last += 1
  return `1555${process.pid % 1_000}${String(last).padStart(5, '0')}`
}

/** A service in which users sign in with phone numbers, and its SMS provider. */
export async function openPhoneSite(settings: SiteOptions['settings'] = {}) {
  const provider = await openSmsProvider()
  const opened = await openTestSite({ twilio: provider.settings, settings: { phone: PHONE, ...settings } })
  afterAll(() => provider.close())

  function usersOf(phone: string) {
    return opened.site.sql`select * from auth.users where phone = ${phone}`
  }
  return { ...opened, provider, usersOf }
}
