import type { Access, MailAccess, ProviderAccess, SignUpAccess } from '@cairn/workspace/port/access'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import { createInvitationAccess } from '../invitations/invitation-access.ts'
import { createLinkAccess } from './links.ts'
import { createMailAccess } from './mail.ts'
import type { Page } from './page.ts'
import { createProviderAccess } from './providers.ts'
import { createSignUpAccess } from './sign-up.ts'

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
    invitations: createInvitationAccess(connect),
  }
}
