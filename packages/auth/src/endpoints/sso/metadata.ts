import { samlDisabled } from '../../errors/sso-errors.ts'
import type { Call } from '../../http/call.ts'
import type { Services } from '../services.ts'

const KEEP_SECONDS = 600

/** GET /sso/saml/metadata: this installation's metadata for identity providers; `?download=true` as a file. */
export async function samlMetadata({ saml }: Services, call: Call): Promise<Response> {
  if (saml === null) throw samlDisabled()
  const download = call.url.searchParams.get('download') === 'true'
  return new Response(await saml.serviceProvider.metadata(), {
    headers: {
      'content-type': 'application/xml',
      'cache-control': `public, max-age=${KEEP_SECONDS}`,
      ...(download ? { 'content-disposition': 'attachment; filename="metadata.xml"' } : {}),
    },
  })
}
