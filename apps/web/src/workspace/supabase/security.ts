import type { SecurityPart } from '../port/security.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import { once } from './once.ts'

/** Passkeys, second factors, recovery codes and sessions of the signed-in user; their code is loaded with the first call. */
export function createSecurity(connect: Connect): SecurityPart {
  const load = once(async () => {
    const { createSecurityOnDemand } = await import('./security-on-demand.ts').catch(chunkMissing)
    return createSecurityOnDemand(connect)
  })
  return {
    factors: async () => (await load()).factors(),
    beginFactor: async (name) => (await load()).beginFactor(name),
    finishFactor: async (id, code) => (await load()).finishFactor(id, code),
    addKey: async (name) => (await load()).addKey(name),
    removeFactor: async (id) => (await load()).removeFactor(id),
    recoveryCodesLeft: async () => (await load()).recoveryCodesLeft(),
    newRecoveryCodes: async () => (await load()).newRecoveryCodes(),
    passkeys: async () => (await load()).passkeys(),
    addPasskey: async (input) => (await load()).addPasskey(input),
    renamePasskey: async (id, name) => (await load()).renamePasskey(id, name),
    removePasskey: async (id) => (await load()).removePasskey(id),
    sessions: async () => (await load()).sessions(),
    endSession: async (id) => (await load()).endSession(id),
    endOtherSessions: async () => (await load()).endOtherSessions(),
  }
}
