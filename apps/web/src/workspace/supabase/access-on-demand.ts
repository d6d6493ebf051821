import type { Access, MailAccess, ProviderAccess, SignUpAccess } from '../port/access.ts'
import type { AskAuth } from './access-client.ts'
import { createLinkAccess } from './access-links.ts'
import { createMailAccess } from './access-mail.ts'
import { createProviderAccess } from './access-providers.ts'
import { createSignUpAccess } from './access-sign-up.ts'
import type { Connect } from './client.ts'
import { createInvitationAccess } from './invitation-access.ts'
import type { Page } from './page.ts'

/** What is loaded with its first call: the screens that need it are not in the first load either. */
export type AccessOnDemand = SignUpAccess & MailAccess & ProviderAccess & Pick<Access, 'invitations'>

export interface AccessNeeds {
  askAuth: AskAuth
  page: Page
  connect: Connect
}

export function createAccessOnDemand({ askAuth, page, connect }: AccessNeeds): AccessOnDemand {
  return {
    ...createSignUpAccess(askAuth, page),
    ...createMailAccess(askAuth, page),
    ...createLinkAccess({ askAuth, connect, page }),
    ...createProviderAccess(askAuth, page),
    invitations: async () => createInvitationAccess(connect),
  }
}
