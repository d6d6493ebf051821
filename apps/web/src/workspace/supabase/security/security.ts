import type { SecurityPart } from '@cairn/workspace/port/security'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Passkeys, second factors, recovery codes and sessions of the signed-in user; their code is loaded with the first call. */
export function createSecurity(connect: Connect): SecurityPart {
  const security = lazyPart(
    () => import('./security-on-demand.ts'),
    (code) => code.createSecurityOnDemand(connect),
  )
  return {
    factors: security.call((part) => part.factors),
    beginFactor: security.call((part) => part.beginFactor),
    finishFactor: security.call((part) => part.finishFactor),
    addKey: security.call((part) => part.addKey),
    removeFactor: security.call((part) => part.removeFactor),
    recoveryCodesLeft: security.call((part) => part.recoveryCodesLeft),
    newRecoveryCodes: security.call((part) => part.newRecoveryCodes),
    passkeys: security.call((part) => part.passkeys),
    addPasskey: security.call((part) => part.addPasskey),
    renamePasskey: security.call((part) => part.renamePasskey),
    removePasskey: security.call((part) => part.removePasskey),
    sessions: security.call((part) => part.sessions),
    endSession: security.call((part) => part.endSession),
    endOtherSessions: security.call((part) => part.endOtherSessions),
    prove: security.call((part) => part.prove),
    apps: security.call((part) => part.apps),
  }
}
