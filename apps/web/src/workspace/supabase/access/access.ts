import type { Access } from '@cairn/workspace/port/access'
import type { Connect, ServiceAddress } from '../client/client.ts'
import { createInvitationAccess } from '../invitations/invitation-access.ts'
import { createDomainStatus } from './domain-status.ts'
import type { FollowedSession } from './follow-session.ts'
import { createLinkAccess } from './links.ts'
import { createMailAccess } from './mail.ts'
import type { Page } from './page.ts'
import { createPasskeyAccess } from './passkeys.ts'
import { createProviderAccess } from './providers.ts'
import { createSignInAccess } from './sign-in.ts'
import { createSignInMethods } from './sign-in-methods.ts'
import { createSignUpAccess } from './sign-up.ts'

interface AccessOptions {
  /** Gives the client before anybody is signed in. */
  connect: Connect
  session: FollowedSession
  page: Page
  service: ServiceAddress
}

/** Signing up, in and out with the official client. */
export function createAccess({ connect, session, page, service }: AccessOptions): Access {
  const { askAuth, connect: connectAndFollow } = session
  return {
    ...session.access,
    ...createSignInAccess(connect, askAuth),
    signInMethods: createSignInMethods(service),
    domainStatus: createDomainStatus(connect),
    ...createSignUpAccess(askAuth, page),
    ...createMailAccess(askAuth, page),
    ...createLinkAccess({ askAuth, connect: connectAndFollow, page }),
    ...createProviderAccess(askAuth, page),
    invitations: createInvitationAccess(connectAndFollow),
    passkeys: createPasskeyAccess(askAuth, connectAndFollow, service),
  }
}
