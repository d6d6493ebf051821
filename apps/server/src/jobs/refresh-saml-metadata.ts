import type { Auth } from '@cairn/auth/auth'
import type { SharedJob } from '@cairn/jobs/job'

/** Looks each hour for metadata of identity providers that is a day old, and fetches it again. */
export const refreshSamlMetadata = (auth: Auth): SharedJob => ({
  kind: 'shared',
  name: 'refresh SAML metadata',
  everySeconds: 3_600,
  run: auth.refreshSamlMetadata,
})
