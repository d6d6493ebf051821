import type { Auth } from '@cairn/auth/auth'
import type { SharedJob } from '@cairn/jobs/job'

const HOUR_SECONDS = 3_600

/**
 * Looks each hour for metadata of identity providers that is a day old, and fetches it again. A provider that fails
 * keeps no other; as it may be away for a while, it is tried again each hour.
 */
export const refreshSamlMetadata = (
  auth: Pick<Auth, 'staleSamlProviders' | 'refreshSamlMetadata'>,
): SharedJob => ({
  kind: 'shared',
  name: 'refresh SAML metadata',
  everySeconds: HOUR_SECONDS,
  async run(units) {
    await units.each({
      kind: 'provider',
      find: auth.staleSamlProviders,
      oneByOne: true,
      // The job has its next turn after an hour: a failure of the last one is a little younger.
      asideSeconds: HOUR_SECONDS / 2,
      async work(ids) {
        for (const id of ids) await auth.refreshSamlMetadata(id)
      },
    })
  },
})
