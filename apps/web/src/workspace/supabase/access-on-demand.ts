import type { MailAccess, ProviderAccess, SignUpAccess } from '../port/access.ts'
import type { AskAuth } from './access-client.ts'
import { createMailAccess } from './access-mail.ts'
import { createProviderAccess } from './access-providers.ts'
import { createSignUpAccess } from './access-sign-up.ts'
import type { Page } from './page.ts'

export interface OnDemandOptions {
  askAuth: AskAuth
  page: Page
}

/** What is loaded with its first call: the screens that need it are not in the first load either. */
export type AccessOnDemand = SignUpAccess & MailAccess & ProviderAccess

export function createAccessOnDemand(options: OnDemandOptions): AccessOnDemand {
  return {
    ...createSignUpAccess(options),
    ...createMailAccess(options),
    ...createProviderAccess(options),
  }
}
