import type { MailAccess, ProviderAccess, SignUpAccess } from '../port/access.ts'
import type { AskAuth } from './access-client.ts'
import { createMailAccess } from './access-mail.ts'
import { createProviderAccess } from './access-providers.ts'
import { createSignUpAccess } from './access-sign-up.ts'
import type { Page } from './page.ts'

/** What is loaded with its first call: the screens that need it are not in the first load either. */
export type AccessOnDemand = SignUpAccess & MailAccess & ProviderAccess

export function createAccessOnDemand(askAuth: AskAuth, page: Page): AccessOnDemand {
  return {
    ...createSignUpAccess(askAuth, page),
    ...createMailAccess(askAuth, page),
    ...createProviderAccess(askAuth, page),
  }
}
