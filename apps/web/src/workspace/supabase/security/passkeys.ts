import { AccessError } from '@cairn/workspace/errors'
import type { Passkey, PasskeysPart } from '@cairn/workspace/port/security'
import { z } from 'zod/mini'
import { canUsePasskeys } from '@/lib/browser/passkey-support.ts'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import { askOwnAuth } from '../client/own-auth.ts'
import { moment, renamed } from '../rows/renamed.ts'
import { type CreationOptions, createKey, unsupported } from './webauthn.ts'

const begun = renamed({
  challengeId: z.string(),
  options: z.custom<CreationOptions>((options) => typeof options === 'object' && options !== null),
})

const passkeyRow = renamed({
  id: z.string(),
  friendlyName: z.catch(z.string(), ''),
  createdAt: moment,
  lastUsedAt: z.optional(moment),
})

/** The passkeys of the signed-in user. The name and the password that go along are additions of our server. */
export function createPasskeys(connect: Connect, askAuth: AskAuth): PasskeysPart {
  return {
    async passkeys() {
      try {
        const rows = await askAuth((auth) => auth.passkey.list())
        return rows.map((row) => passkeyOf(passkeyRow.parse(row)))
      } catch (error) {
        if (error instanceof AccessError && error.code === 'passkey_disabled') return null
        throw error
      }
    },

    async addPasskey({ name, password }) {
      if (!canUsePasskeys()) throw unsupported(null)
      const { challengeId, options } = await askOwnAuth(
        connect,
        ['POST', '/passkeys/registration/options'],
        begun,
        password === null ? {} : { current_password: password },
      )
      const credential = await createKey(options)
      if (credential === null) return null
      const body = { challenge_id: challengeId, credential, ...(name !== '' && { friendly_name: name }) }
      const row = await askOwnAuth(connect, ['POST', '/passkeys/registration/verify'], passkeyRow, body)
      return passkeyOf(row)
    },

    async renamePasskey(passkeyId, friendlyName) {
      await askAuth((auth) => auth.passkey.update({ passkeyId, friendlyName }))
    },

    async removePasskey(passkeyId) {
      await askAuth((auth) => auth.passkey.delete({ passkeyId }))
      // The present token may claim the assurance level of the removed passkey.
      await askAuth((auth) => auth.refreshSession())
    },
  }
}

function passkeyOf(row: z.output<typeof passkeyRow>): Passkey {
  const { id, friendlyName: name, createdAt: addedAt, lastUsedAt = null } = row
  return { id, name, addedAt, lastUsedAt }
}
