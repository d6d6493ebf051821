import { AccessError } from '@cairn/workspace/errors'
import type { AppAnswer, AppIdentity, ConnectedAppsPart } from '@cairn/workspace/port/connected-apps'
import { z } from 'zod/mini'
import type { AskAuth } from '../client/ask-auth.ts'
import { moment, renamed } from '../rows/renamed.ts'

const client = z.object({ id: z.string(), name: z.string() })
/** An addition of our server: without it nothing is known of who vouches for an app. */
const registration = z.catch(z.enum(['manual', 'dynamic', 'document']), 'dynamic')

const answer = renamed({ redirectUrl: z.string() })
const request = renamed({
  client,
  redirectUri: z.string(),
  user: z.object({ email: z.string() }),
  scope: z.catch(z.string(), ''),
  registrationType: registration,
})
const grants = z.array(
  renamed({
    client,
    scopes: z.array(z.string()),
    grantedAt: moment,
    lastUsedAt: z.catch(z.nullable(moment), null),
    registrationType: registration,
  }),
)

/** The apps that the signed-in user lets act for them, and those that ask for it. */
export function createConnectedApps(askAuth: AskAuth): ConnectedAppsPart {
  return {
    async connectedApps() {
      try {
        const rows = grants.parse(await askAuth((auth) => auth.oauth.listGrants()))
        return rows.map((row) => ({
          app: identityOf(row),
          ...{ scopes: row.scopes, connectedAt: row.grantedAt, lastUsedAt: row.lastUsedAt },
        }))
      } catch (error) {
        if (error instanceof AccessError && error.code === 'feature_disabled') return null
        throw error
      }
    },

    async disconnectApp(clientId) {
      await askAuth((auth) => auth.oauth.revokeGrant({ clientId }))
    },

    async appRequest(id) {
      const given: unknown = await askAuth((auth) => auth.oauth.getAuthorizationDetails(id))
      const decided = answer.safeParse(given)
      if (decided.success) return answerOf(decided.data)
      const asked = request.parse(given)
      return {
        kind: 'asked',
        app: identityOf(asked),
        email: asked.user.email,
        scopes: asked.scope.split(' ').filter((scope) => scope !== ''),
        redirectUri: asked.redirectUri,
      }
    },

    async decideAppRequest(id, decision) {
      const options = { skipBrowserRedirect: true }
      const given = await askAuth(({ oauth }) =>
        decision === 'approve'
          ? oauth.approveAuthorization(id, options)
          : oauth.denyAuthorization(id, options),
      )
      return answerOf(answer.parse(given))
    },
  }
}

function answerOf({ redirectUrl }: z.infer<typeof answer>): AppAnswer {
  return { kind: 'decided', redirectUrl }
}

type Known = Pick<z.infer<typeof request>, 'client' | 'registrationType'>

function identityOf({ client: { id, name }, registrationType: registered }: Known): AppIdentity {
  return {
    clientId: id,
    name,
    // Only the owner of the host can put a document at this address.
    host: registered === 'document' && URL.canParse(id) ? new URL(id).host : null,
    isVerified: registered === 'manual',
  }
}
