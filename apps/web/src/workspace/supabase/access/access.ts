import type { Access, PasskeyAccess } from '@cairn/workspace/port/access'
import { type Lazy, lazy } from '@/lib/loading/lazy.ts'
import { once } from '@/lib/loading/once.ts'
import { type AskAuth, createAskAuth } from '../client/ask-auth.ts'
import type { Connect, ServiceAddress } from '../client/client.ts'
import { accessFailure } from '../client/failures.ts'
import { lazyPart } from '../client/lazy-part.ts'
import type { AccessNeeds, AccessOnDemand } from './access-on-demand.ts'
import { createDomainStatus } from './domain-status.ts'
import type { Page } from './page.ts'
import { createSessionAccess } from './session.ts'
import { createSessionEvents } from './session-events.ts'
import { createSignInAccess } from './sign-in.ts'
import { createSignInMethods } from './sign-in-methods.ts'
import { userSessionOf } from './user-session.ts'

interface AccessOptions {
  connect: Connect
  page: Page
  service: ServiceAddress
}

/** Signing up, in and out with the official client. It is loaded only when there is something for it to do. */
export function createAccess({ connect, page, service }: AccessOptions): Access {
  const events = createSessionEvents()
  const connectAndFollow = once(async () => {
    const client = await connect()
    client.supabase.auth.onAuthStateChange((_event, session) =>
      events.update(session ? userSessionOf(session) : null),
    )
    return client
  })
  const askAuth = createAskAuth(connectAndFollow)
  return {
    ...createSessionAccess({ connect: connectAndFollow, askAuth, events, page }),
    ...createSignInAccess(connect, askAuth),
    signInMethods: createSignInMethods(service),
    domainStatus: createDomainStatus(connect),
    ...accessOnDemand({ askAuth, page, connect: connectAndFollow }),
    passkeys: passkeysOnDemand(askAuth, connectAndFollow, service),
  }
}

/** Apart from the others, because the sign-in page loads it by itself. */
function passkeysOnDemand(askAuth: AskAuth, connect: Connect, service: ServiceAddress): PasskeyAccess {
  const passkeys = lazyAccess(
    () => import('./passkeys.ts'),
    (code) => code.createPasskeyAccess(askAuth, connect, service),
  )
  return {
    addPasskey: passkeys.call((part) => part.addPasskey),
    signInWithPasskey: passkeys.call((part) => part.signInWithPasskey),
    offerPasskeys: passkeys.call((part) => part.offerPasskeys),
    verifyKey: passkeys.call((part) => part.verifyKey),
  }
}

function accessOnDemand(needs: AccessNeeds): AccessOnDemand {
  const access = lazyAccess(
    () => import('./access-on-demand.ts'),
    (code) => code.createAccessOnDemand(needs),
  )
  return {
    signUp: access.call((part) => part.signUp),
    resendConfirmation: access.call((part) => part.resendConfirmation),
    sendCode: access.call((part) => part.sendCode),
    redeemCode: access.call((part) => part.redeemCode),
    inspectLink: access.call((part) => part.inspectLink),
    confirm: access.call((part) => part.confirm),
    setPassword: access.call((part) => part.setPassword),
    signInWithProvider: access.call((part) => part.signInWithProvider),
    signInWithSso: access.call((part) => part.signInWithSso),
    invitations: {
      inspect: access.call((part) => part.invitations.inspect),
      needsSso: access.call((part) => part.invitations.needsSso),
      recipient: access.call((part) => part.invitations.recipient),
      accept: access.call((part) => part.invitations.accept),
    },
  }
}

/** A part of the access whose methods throw an `AccessError` where their code cannot be loaded. */
function lazyAccess<Code, Part>(load: () => Promise<Code>, create: (code: Code) => Part): Lazy<Part> {
  const part = lazyPart(load, create)
  return lazy(() =>
    part.load().catch((error: unknown) => {
      throw accessFailure(error, null)
    }),
  )
}
