import { inject } from 'vitest'
import { sendAs } from '../send-as.ts'
import { keysOfSuite } from './keys.ts'

const installations = inject('authInstallations')

/**
 * The suite's clients have keys that it signed itself, or none where its server stands behind no gateway. Here they are
 * clients of each installation: with its own key of the same role.
 */
if (installations.length > 0) {
  const roleOf = keysOfSuite(process.env['CONFORMANCE_SUITE'] ?? '')
  sendAs((url, headers) => {
    const installation = installations.find(({ origin }) => origin === url.origin)
    if (installation === undefined) return
    const { bare, publishableKey, serviceKey } = installation
    const keyOf = { anon: publishableKey, service_role: serviceKey }
    if (bare) url.pathname = `/auth/v1${url.pathname}`
    const bearer = /^bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
    const role = roleOf(headers.get('apikey') ?? bearer)
    if (role !== null || !headers.has('apikey')) headers.set('apikey', keyOf[role ?? 'anon'])
    const repeated = roleOf(bearer)
    if (repeated !== null) headers.set('authorization', `Bearer ${keyOf[repeated]}`)
  })
}
