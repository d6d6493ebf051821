import type { FetchClientDocument } from '@cairn/auth/options'
import { createGuardedFetch } from '@cairn/delivery/guarded-fetch/guarded-fetch'

const MAX_BYTES = 5_120
const MAX_MS = 3_000

/**
 * Reads metadata documents of OAuth clients. Visitors name their addresses, so only public hosts are asked: not even those
 * that the operator allows for webhooks.
 * Source: draft-ietf-oauth-client-id-metadata-document section 6
 */
export function clientDocuments(): FetchClientDocument {
  const fetch = createGuardedFetch()
  return async (url) => {
    const { status, headers, body } = await fetch({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      milliseconds: MAX_MS,
      bytes: MAX_BYTES,
      beyond: 'refuse',
    })
    return { status, type: headers['content-type'] ?? '', body }
  }
}
