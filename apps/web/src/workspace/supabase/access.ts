import type { Access } from '../port/access.ts'
import { type AskAuth, createAskAuth } from './access-client.ts'
import type { AccessNeeds, AccessOnDemand } from './access-on-demand.ts'
import { createSessionAccess } from './access-session.ts'
import { createSignInAccess } from './access-sign-in.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect, ServiceAddress } from './client.ts'
import { createDomainStatus } from './domain-status.ts'
import { accessFailure } from './failures.ts'
import { once } from './once.ts'
import type { Page } from './page.ts'
import { createSessionEvents } from './session-events.ts'
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
    ...loadedOnDemand({ askAuth, page, connect: connectAndFollow }),
    passkeys: passkeysOnDemand(askAuth, connectAndFollow, service),
  }
}

/** Apart from the others, because the sign-in page loads it by itself. */
function passkeysOnDemand(askAuth: AskAuth, connect: Connect, service: ServiceAddress): Access['passkeys'] {
  const load = once(async () => {
    const { createPasskeyAccess } = await import('./access-passkeys.ts').catch(chunkMissing)
    return createPasskeyAccess(askAuth, connect, service)
  })
  return () => load().catch(refuse)
}

function refuse(error: unknown): never {
  throw accessFailure(error, null)
}

/** Methods that load their code with the first call. @throws AccessError where it cannot be loaded */
function loadedOnDemand(needs: AccessNeeds): AccessOnDemand {
  const load = once(async () => {
    const { createAccessOnDemand } = await import('./access-on-demand.ts').catch(chunkMissing)
    return createAccessOnDemand(needs)
  })
  const loaded = () => load().catch(refuse)
  return {
    signUp: async (input) => (await loaded()).signUp(input),
    resendConfirmation: async (email) => (await loaded()).resendConfirmation(email),
    sendCode: async (purpose, email) => (await loaded()).sendCode(purpose, email),
    redeemCode: async (purpose, entered) => (await loaded()).redeemCode(purpose, entered),
    lookAtLink: async (link) => (await loaded()).lookAtLink(link),
    confirm: async (link, typed) => (await loaded()).confirm(link, typed),
    setPassword: async (password) => (await loaded()).setPassword(password),
    signInWithProvider: async (provider, returnTo) => (await loaded()).signInWithProvider(provider, returnTo),
    invitations: async () => (await loaded()).invitations(),
    signInWithSso: async (domain, returnTo) => (await loaded()).signInWithSso(domain, returnTo),
  }
}
